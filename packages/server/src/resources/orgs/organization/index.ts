import { AppError } from '@gatehouse/contract/errors.ts';
import type { organization } from '@gatehouse/contract/resources/orgs/organization.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID, SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import type { Context, Engine } from '../../../engine/context.ts';
import { countHeldRows, type HeldRows } from '../../../engine/heldRows.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { type Database, uuids } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Organizations } from '../../../platform/organizations.ts';
import type { Settings } from '../../../platform/settings.ts';
import { allAssets } from '../../assets/asset/relations.ts';
import { allDomains } from '../../assets/domain/relations.ts';
import { allNodes } from '../../assets/node/relations.ts';
import { removeNodesOf } from '../../assets/node/statements.ts';
import { allPermissions } from '../../perms/assetpermission/relations.ts';
import { allRoleBindings } from '../../rbac/rolebinding/relations.ts';
import { removeFlowsOf } from '../../tickets/ticketflow/statements.ts';
import { allUsers } from '../../users/user/relations.ts';
import { allUserGroups } from '../../users/usergroup/relations.ts';

/** What organizations need from outside their folder. */
export type OrganizationDeps = {
  organizations: Organizations;
  settings: Settings;
  /** Ensures that the organization's tree has a root with its name. */
  settleRoot(org: { id: string; name: string }, ctx: Context): Promise<void>;
  /** Removes the jobs in an organization that is about to be deleted. */
  forgetJobs(org: string, ctx: Context): Promise<void>;
};

/** An organization's counts, for lists and its page. */
type Statistics = {
  users_amount: number;
  groups_amount: number;
  assets_amount: number;
  nodes_amount: number;
  domains_amount: number;
  asset_perms_amount: number;
};

const statistics = async (rows: Row<typeof organization>[], ctx: Context): Promise<Statistics[]> => {
  const counted = await ctx.db.rows<Statistics & { id: string }>(sql`select o.id::text as id,
      (select count(distinct b."user")::int from ${allRoleBindings} b join ${allUsers} u on u.id = b."user" where b.org = o.id and not u.is_service_account) as users_amount,
      (select count(*)::int from ${allUserGroups} x where x.org_id = o.id) as groups_amount,
      (select count(*)::int from ${allAssets} x where x.org_id = o.id) as assets_amount,
      (select count(*)::int from ${allNodes} x where x.org_id = o.id) as nodes_amount,
      (select count(*)::int from ${allDomains} x where x.org_id = o.id) as domains_amount,
      (select count(*)::int from ${allPermissions} x where x.org_id = o.id) as asset_perms_amount
    from orgs_organization o where o.id = any(${uuids(rows.map((row) => row.id))})`);
  const byId = new Map(counted.map(({ id, ...numbers }) => [id, numbers]));
  return rows.map((row) => byId.get(row.id) as Statistics);
};

/** Numbers of the rows of an organization that prevent its deletion, by resource. */
export const countHeld = async (
  orgId: string,
  engine: Pick<Engine, 'resources'>,
  db: Database,
): Promise<HeldRows[]> => [
  // Users belong to an organization through their roles.
  ...(await db.rows<HeldRows>(
    sql`select 'users.user' as name, count(*)::int as count from ${allRoleBindings} r where org = ${orgId}`,
  )),
  ...(await countHeldRows(orgId, engine, db)),
];

/** What an organization still contains, in the reader's language; empty if nothing. */
const leftovers = async (row: Row<typeof organization>, ctx: Context): Promise<string[]> =>
  (await countHeld(row.id, ctx.engine, ctx.db))
    .filter(({ count }) => count > 0)
    .map(({ name }) => ctx.t(`${name}._many`));

const refuse = (messageKey: string, params: Record<string, string> = {}) =>
  new AppError('permission_denied', params, { messageKey });

/** Why an organization cannot be deleted even when it is empty. */
const kept =
  ({ settings }: OrganizationDeps) =>
  (rows: Row<typeof organization>[], ctx: Context) =>
    rows.map((row) => {
      const name = { organization: row.name };
      if (row.id === DEFAULT_ORG_ID) return new AppError('error', {}, { messageKey: 'org_internal' });
      if (row.id === ctx.org.id) return refuse('org_is_current', name);
      return settings.get('AUTH_LDAP_SYNC_ORG_IDS').includes(row.id)
        ? refuse('org_is_synced', name)
        : undefined;
    });

const beforeDelete = async (
  rows: Row<typeof organization>[],
  ctx: Context,
  { forgetJobs }: Pick<OrganizationDeps, 'forgetJobs'>,
): Promise<void> => {
  for (const row of rows) {
    const organization = row.name;
    const left = await leftovers(row, ctx);
    if (left.length) throw refuse('org_not_empty', { organization, left: left.join(', ') });
    await removeNodesOf(row.id, ctx.db);
    await removeFlowsOf(row.id, ctx.db);
    await forgetJobs(row.id, ctx);
  }
};

/** Refuses bulk deletion: organizations are deleted one by one, after checking what each still contains. */
const beforeDeleteMany = (): void => {
  throw new AppError('bulk_delete_refused');
};

/**
 * Organizations: a new one gets the root of its tree, every server learns of changes, and only an empty one
 * can be deleted.
 */
export const organizationBehaviour = (deps: OrganizationDeps): Behaviour<typeof organization> => {
  const tellEveryone = async (ctx: Context) => {
    await publish(ctx.db, 'organizations');
    ctx.afterCommit(deps.organizations.reload);
  };
  return {
    computed: {
      resource_statistics: statistics,
      is_default: (rows) => rows.map((row) => row.id === DEFAULT_ORG_ID),
      is_root: (rows) => rows.map((row) => row.id === ROOT_ORG_ID),
      internal: (rows) => rows.map((row) => [DEFAULT_ORG_ID, ROOT_ORG_ID, SYSTEM_ORG_ID].includes(row.id)),
    },
    afterWrite: async (written, ctx) => {
      for (const { row } of written) await deps.settleRoot({ id: row.id, name: row.name }, ctx);
      await tellEveryone(ctx);
    },
    beforeDeleteMany,
    refusals: { destroy: [kept(deps)] },
    beforeDelete: (rows, ctx) => beforeDelete(rows, ctx, deps),
    afterDelete: (_rows, ctx) => tellEveryone(ctx),
  };
};
