import { AppError } from '@gatehouse/contract/errors.ts';
import { user } from '@gatehouse/contract/resources/users/user.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Context } from '../../engine/context.ts';
import { readableFields } from '../../engine/present.ts';
import type { Row, Values } from '../../engine/resource.ts';
import type { Organizations } from '../../platform/organizations.ts';
import type { Settings } from '../../platform/settings.ts';
import { storedUsers } from '../../resources/users/user/statements.ts';
import { organizationLists } from '../identify/organizations.ts';
import type { RoleBook } from '../identify/roles.ts';
import type { User } from '../identify/user.ts';
import type { Licence } from '../licence/licence.ts';
import { receiveBackends } from '../notifications/choice.ts';
import { organizationRow } from '../organization/organizationRow.ts';
import { keyFactsOf } from './publicKey.ts';

/** What showing a profile needs. */
export type ProfileDeps = {
  organizations: Organizations;
  settings: Settings;
  roles: RoleBook;
  licence: Licence;
};

/** The stored row of a user, whatever the organization. */
export const ownRow = async (userId: string, ctx: Context): Promise<Row<typeof user>> => {
  const [row] = await storedUsers([userId], ctx.db);
  if (!row) throw new AppError('object_does_not_exist');
  return row;
};

const listsOf = async (user: User, deps: ProfileDeps, ctx: Context) => {
  const lists = await organizationLists(user, deps, ctx.db);
  const named = (ids: readonly string[], rootName?: string) =>
    ids.map((id) =>
      organizationRow(id, (id === ROOT_ORG_ID ? rootName : undefined) ?? deps.organizations.nameOf(id) ?? ''),
    );
  return {
    console_orgs: named(lists.console_orgs),
    audit_orgs: named(lists.audit_orgs),
    workbench_orgs: named(lists.workbench_orgs, ctx.t('forms.profile.all_organizations')),
  };
};

/**
 * The user's permissions in the organization of the request, in the form that the console's views and menus
 * use.
 */
export const shownPermissions = async (
  user: User,
  deps: Pick<ProfileDeps, 'roles' | 'settings' | 'licence'>,
  ctx: Context,
): Promise<string[]> => {
  const held = await deps.roles.permissionsIn(user.held, ctx.org.isRoot ? null : ctx.org.id, ctx.db);
  const hasConsole = held.has('rbac.view_console') && deps.settings.get('LIMIT_SUPER_PRIV');
  const lacking = deps.licence.lacking();
  return [...held].filter((name) => !lacking?.has(name) && !(hasConsole && name === 'rbac.view_audit'));
};

/** A user's own profile in the organization of the request (reference 02 §8.1). */
export const profileBody = async (
  caller: User,
  deps: ProfileDeps,
  ctx: Context,
  size?: 'mini' | 'small',
): Promise<Values> => {
  const resource = ctx.engine.resource(user);
  const row = await ownRow(caller.id, ctx);
  // Users see their own roles, whether or not they may see those of others.
  const asOwner: Context = { ...ctx, actor: { ...ctx.actor, id: caller.id, isSuperuser: true } };
  const names = readableFields(resource, 'list', { size }, asOwner);
  if (size === 'mini') names.push('email');
  const [shown] = await ctx.engine.present(resource, [row], names, asOwner);
  if (size) return shown ?? {};
  return {
    ...shown,
    ...keyFactsOf(row.public_key),
    guide_url: deps.settings.get('USER_GUIDE_URL') ?? '',
    receive_backends: await receiveBackends(caller.id, ctx.db),
    ...(await listsOf(caller, deps, ctx)),
    perms: await shownPermissions(caller, deps, ctx),
  };
};
