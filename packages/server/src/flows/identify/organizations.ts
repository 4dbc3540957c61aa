import { DEFAULT_ORG_ID, ROOT_ORG_ID, SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Organization } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import type { Organizations } from '../../platform/organizations.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Licence } from '../licence/licence.ts';
import type { RoleBook } from './roles.ts';
import { isSuperuser, type User } from './user.ts';

/** The profile's lists: organizations where the user sees the console, the audit view and the workbench. */
export type OrganizationLists = { console_orgs: string[]; audit_orgs: string[]; workbench_orgs: string[] };

type Deps = { organizations: Organizations; settings: Settings; roles: RoleBook; licence: Licence };

/** Real organizations in which a user holds a role, ordered by name. */
export const joinedOrganizations = (user: Pick<User, 'held'>, organizations: Organizations): string[] =>
  [...new Set(user.held.map(({ org }) => org))]
    .filter((id): id is string => id !== null && organizations.nameOf(id) !== undefined)
    .sort((a, b) => (organizations.nameOf(a) ?? '').localeCompare(organizations.nameOf(b) ?? ''));

const realOrganizations = (organizations: Organizations) =>
  organizations.ids().filter((id) => id !== SYSTEM_ORG_ID);

/** Whether system roles let a user see organizations without membership (docs/decisions/0022). */
const seesEverywhere = async (user: User, { roles }: Deps, db: Database): Promise<boolean> => {
  if (isSuperuser(user) || user.is_service_account) return true;
  const held = await roles.permissionsIn(user.held, null, db);
  return ['rbac.view_console', 'rbac.view_audit', 'orgs.view_rootorg'].some((name) => held.has(name));
};

/** The organizations of each view for a user (reference 02 §4.2), the root organization first. */
export const organizationLists = async (user: User, deps: Deps, db: Database): Promise<OrganizationLists> => {
  const { organizations, roles, settings } = deps;
  const joined = joinedOrganizations(user, organizations);
  const everywhere = await roles.permissionsIn(user.held, null, db);
  const listOf = async (view: string, rootPermission: string, all: string[]) => {
    const holding = await roles.holding(user.held, view, db);
    const isGlobal = holding.some(({ scope }) => scope === 'system');
    const own = new Set(holding.map(({ org }) => org));
    const found = isGlobal ? all : joined.filter((id) => own.has(id));
    const list = deps.licence.isValid() ? found : found.filter((id) => id === DEFAULT_ORG_ID);
    const hasRoot = deps.licence.isValid() && list.length > 0 && isGlobal && everywhere.has(rootPermission);
    return hasRoot ? [ROOT_ORG_ID, ...list] : list;
  };
  const all = realOrganizations(organizations);
  const console_orgs = await listOf('rbac.view_console', 'orgs.view_rootorg', all);
  const audit_orgs = await listOf('rbac.view_audit', 'orgs.view_rootorg', all);
  const workbench_orgs = await listOf('rbac.view_workbench', 'orgs.view_alljoinedorg', joined);
  return {
    console_orgs,
    audit_orgs: settings.get('LIMIT_SUPER_PRIV')
      ? audit_orgs.filter((id) => !console_orgs.includes(id))
      : audit_orgs,
    workbench_orgs,
  };
};

/**
 * The organization of a request. A named one counts only for its members and for users who see all; the
 * system organization and the root organization, which then covers what the user has joined, count for every
 * user. Otherwise the user's first organization substitutes for the named one, so that a foreign organization
 * cannot be probed. Without a valid licence another one also substitutes for any but the root, system and
 * default organizations, and `standsIn` says so, because a change would land in the wrong place.
 */
export const resolveOrganization = async (
  candidates: (string | undefined)[],
  user: User,
  deps: Deps,
  db: Database,
): Promise<Organization> => {
  const { organizations } = deps;
  const fallback = organizations.find(DEFAULT_ORG_ID) ?? {
    id: DEFAULT_ORG_ID,
    name: 'DEFAULT',
    isRoot: false,
  };
  const requested = candidates.find((item) => item !== undefined && item !== '');
  const named = requested === undefined ? undefined : organizations.find(requested);
  const isUnlicensed =
    named && ![ROOT_ORG_ID, SYSTEM_ORG_ID, DEFAULT_ORG_ID].includes(named.id) && !deps.licence.isValid();
  const known = isUnlicensed ? fallback : named;
  const instead = isUnlicensed ? { standsIn: 'unlicensed' as const } : {};
  if (await seesEverywhere(user, deps, db)) return { ...(known ?? fallback), ...instead };
  const joined = joinedOrganizations(user, organizations);
  if (known?.isRoot) return { ...known, within: joined };
  const mine = named && joined.includes(named.id) ? instead : {};
  if (known && (known.id === SYSTEM_ORG_ID || joined.includes(known.id))) return { ...known, ...mine };
  const first = joined[0] === undefined ? undefined : organizations.find(joined[0]);
  return { ...(first ?? { ...fallback, within: [] }), ...mine };
};
