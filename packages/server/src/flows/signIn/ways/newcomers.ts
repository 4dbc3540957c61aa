import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { createOne, update } from '../../../engine/operations/write.ts';
import type { Settings } from '../../../platform/settings.ts';
import { bindRoles } from '../../../resources/rbac/rolebinding/statements.ts';
import { groupsIn, type Identity, type NewcomerRules } from '../../../resources/users/user/identities.ts';
import { allUserGroups } from '../../../resources/users/usergroup/relations.ts';
import { changingContext, type SystemDeps } from '../../systemContext.ts';
import { withFitting } from './withFitting.ts';

type Newcomer = {
  identity: Identity;
  rules: NewcomerRules;
  ctx: Context;
  deps: SystemDeps & { settings: Pick<Settings, 'get'> };
};

const addressOf = ({ email = '', username }: Identity, settings: Pick<Settings, 'get'>): string => {
  if (email.includes('@')) return email.trim();
  return username.includes('@') ? username : `${username}@${settings.get('EMAIL_SUFFIX')}`;
};

/** The facts of an identity as fields of a user; what the system did not say stays as it is. */
export const factsOf = ({ name, email, phone }: Identity) => ({
  ...(name?.trim() && { name: name.trim().slice(0, 128) }),
  ...(email?.includes('@') && { email: email.trim() }),
  ...(phone?.trim() && { phone: phone.trim() }),
});

/** The context of the installation in an organization, in the transaction of another. */
const contextIn = (org: string, { ctx: { db, remoteAddr }, deps }: Newcomer): Context =>
  changingContext(org, { ...deps, db, remoteAddr });

/**
 * Adds the user of an identity: as a member of the organizations that the rules name, else where the engine puts a user
 * without any.
 */
export const createUser = async (newcomer: Newcomer): Promise<string> => {
  const { identity, rules, ctx, deps } = newcomer;
  const { source, username } = identity;
  const { organizations: [first, ...others] = [], role = builtinRoles.orgUser.id } = rules;
  const there = first ? contextIn(first, newcomer) : ctx;
  const facts = { ...factsOf(identity), email: addressOf(identity, deps.settings) };
  const row = await withFitting(facts, ['email', 'name'], (fitting) =>
    ctx.db.transaction((tx) =>
      createOne(
        ctx.engine.resource(userDefinition),
        {
          name: username,
          ...fitting,
          username,
          source,
          is_active: true,
          ...(first && { org_roles: [role] }),
        },
        { ...there, db: tx },
      ),
    ),
  );
  await bindRoles(
    others.map((org) => ({ user: row.id, role, scope: 'org', org })),
    ctx.db,
  );
  return row.id;
};

const groupNamed = async (name: string, ctx: Context): Promise<string> => {
  const [found] = await ctx.db.rows<{ id: string }>(
    sql`select g.id::text as id from ${allUserGroups} g where g.org_id = ${ctx.org.id} and g.name = ${name}`,
  );
  return found?.id ?? (await createOne(ctx.engine.resource(usergroup), { name }, ctx)).id;
};

/** Lets groups here follow the groups there: the user is in those named by the system, and in no other of its prefix. */
export const followGroups = async (userId: string, newcomer: Newcomer): Promise<void> => {
  const { identity, rules } = newcomer;
  const { groups } = identity;
  const prefix = rules.groupPrefix;
  if (groups === undefined || !prefix) return;
  const wanted = new Set(groups.map((group) => `${prefix}${group}`.trim().slice(0, 128)));
  for (const org of rules.organizations?.length ? rules.organizations : [DEFAULT_ORG_ID]) {
    const ctx = contextIn(org, newcomer);
    const had = await groupsIn(userId, org, ctx.db);
    const kept = had.filter(({ name }) => !name.startsWith(prefix)).map(({ id }) => id);
    const ids = [...kept];
    for (const name of wanted) ids.push(await groupNamed(name, ctx));
    const isSame = ids.length === had.length && had.every(({ id }) => ids.includes(id));
    if (!isSame) await update(ctx.engine.resource(userDefinition), userId, { groups: ids }, 'patch', ctx);
  }
};
