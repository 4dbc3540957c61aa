import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { type SQL, sql } from 'drizzle-orm';
import { booleanOf } from '../../../engine/fields/boolean/boolean.ts';
import { Refused } from '../../../engine/fields/kind.ts';
import type { Filter, Filters } from '../../../engine/resource.ts';
import { isUuid, texts } from '../../../platform/database.ts';
import { allAccounts } from '../../accounts/account/relations.ts';
import { allAssetNodes, allAssets } from '../../assets/asset/relations.ts';
import { allNodes } from '../../assets/node/relations.ts';
import { allGroupMembers, allUsers } from '../../users/user/relations.ts';
import { allUserGroups } from '../../users/usergroup/relations.ts';

/** Condition that a permission is in force now. */
export const inForce = (alias = sql`t`): SQL =>
  sql`(${alias}.is_active and ${alias}.date_start <= now() and ${alias}.date_expired > now())`;

/** A hundred years: an upper bound beyond any sensible question. */
const mostDays = 36_500;

/** Condition that an active permission ends within so many days. */
export const endingWithin = (days: number): SQL =>
  sql`(t.is_active and t.date_expired > now() and t.date_expired <= now() + make_interval(days => ${days}::int))`;

const linked = (table: SQL, condition: SQL): SQL =>
  sql`select j.assetpermission from ${table} j where ${condition}`;
const users = sql`perms_assetpermission_users`;
const groups = sql`perms_assetpermission_user_groups`;
const assets = sql`perms_assetpermission_assets`;
const nodes = sql`perms_assetpermission_nodes`;

/**
 * Nodes that match a condition on `n`, and all their ancestors; an array, because it is short and the planner
 * cannot know that for a join.
 */
const withAbove = (condition: SQL): SQL => sql`select up.id from ${allNodes} up where up.path = any(array(
  select subpath(n.path, 0, depth) from ${allNodes} n, generate_series(1, nlevel(n.path)) as depth where ${condition}))`;

const ofUsers = (ids: SQL, indirect: boolean): SQL => {
  const direct = linked(users, sql`j."user" in (${ids})`);
  const member = sql`select g.usergroup from ${allGroupMembers} g where g."user" in (${ids})`;
  return indirect
    ? sql`t.id in (${direct} union ${linked(groups, sql`j.usergroup in (${member})`)})`
    : sql`t.id in (${direct})`;
};

const ofNodes = (condition: SQL, indirect: boolean): SQL =>
  sql`t.id in (${linked(nodes, sql`j.node in (${indirect ? withAbove(condition) : sql`select n.id from ${allNodes} n where ${condition}`})`)})`;

const ofAssets = (ids: SQL, indirect: boolean): SQL => {
  const direct = linked(assets, sql`j.asset in (${ids})`);
  const carrying = sql`n.id in (select l.node from ${allAssetNodes} l where l.asset in (${ids}))`;
  return indirect
    ? sql`t.id in (${direct} union ${linked(nodes, sql`j.node in (${withAbove(carrying)})`)})`
    : sql`t.id in (${direct})`;
};

type Maker = (value: string, indirect: boolean) => SQL;

const isIndirect = (query: URLSearchParams): boolean => booleanOf(query.get('all') || 'true') !== false;
const through =
  (make: Maker): Filter =>
  (value, _ctx, query) =>
    make(value, isIndirect(query));
/** A value that is not a UUID matches nothing. */
const byId =
  (make: Maker): Filter =>
  (value, ctx, query) =>
    isUuid(value) ? through(make)(value, ctx, query) : sql`false`;

const flag =
  (condition: () => SQL): Filter =>
  (value) => {
    const expected = booleanOf(value);
    if (expected === undefined) throw new Refused([{ key: 'invalid_boolean' }]);
    return sql`(${condition()}) = ${expected}`;
  };

const any = (...tables: SQL[]): SQL =>
  sql.join(
    tables.map((table) => sql`exists (select from ${table} j where j.assetpermission = t.id)`),
    sql` or `,
  );

/** Query parameters of permission lists (reference 04 §13.1); with `all=0` only direct links count. */
export const permissionFilters: Filters<typeof assetpermission> = {
  user_id: byId((value, indirect) => ofUsers(sql`select ${value}::uuid`, indirect)),
  username: through((value, indirect) =>
    ofUsers(sql`select u.id from ${allUsers} u where u.username = ${value}`, indirect),
  ),
  user_group_id: byId((value) => sql`t.id in (${linked(groups, sql`j.usergroup = ${value}`)})`),
  user_group: (value) =>
    sql`t.id in (${linked(groups, sql`j.usergroup in (select g.id from ${allUserGroups} g where g.name = ${value} and g.org_id = t.org_id)`)})`,
  node_id: byId((value, indirect) => ofNodes(sql`n.id = ${value}`, indirect)),
  node_name: through((value, indirect) => ofNodes(sql`n.value = ${value}`, indirect)),
  asset_id: byId((value, indirect) => ofAssets(sql`select ${value}::uuid`, indirect)),
  asset_name: through((value, indirect) =>
    ofAssets(sql`select a.id from ${allAssets} a where a.name = ${value}`, indirect),
  ),
  address: through((value, indirect) =>
    ofAssets(sql`select a.id from ${allAssets} a where a.address = ${value}`, indirect),
  ),
  ip: () => undefined,
  accounts: (value) => {
    const names = value.split(',').map((part) => part.trim());
    return sql`t.accounts ?| ${texts(['@ALL', ...names])}`;
  },
  account_id: byId((value, indirect) => {
    const own = sql`select from ${allAccounts} c where c.id = ${value} and t.accounts ?| array['@ALL', c.username]`;
    return sql`exists (${own}) and ${ofAssets(sql`select c.asset from ${allAccounts} c where c.id = ${value}`, indirect)}`;
  }),
  expires_within: (value) => {
    const days = Number(value);
    if (!Number.isInteger(days) || days < 0 || days > mostDays)
      throw new Refused([{ key: 'invalid_integer' }]);
    return endingWithin(days);
  },
  is_valid: flag(() => inForce()),
  is_effective: flag(
    () => sql`t.actions <> 0 and ${inForce()} and (${any(users, groups)}) and (${any(assets, nodes)})`,
  ),
};
