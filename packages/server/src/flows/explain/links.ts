import type { AccessRule } from '@gatehouse/contract/policy/access.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { instantOf } from '../../platform/time.ts';
import { allAssetNodes, allAssets } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import {
  allGrants,
  allPermissionAssets,
  allPermissionGroups,
  allPermissionNodes,
  allPermissionUsers,
} from '../../resources/perms/assetpermission/relations.ts';
import { allGroupMembers } from '../../resources/users/user/relations.ts';
import { allUserGroups } from '../../resources/users/usergroup/relations.ts';

type Named = { id: string; name: string };

/** How a permission links a user with an asset. */
export type Path = {
  /** It names the user. */
  is_direct: boolean;
  /** The groups of the user that it names. */
  groups: Named[];
  /** It names the asset. */
  is_on_asset: boolean;
  /** The nodes at or above the asset that it names. */
  nodes: Named[];
};

/** A permission between a user and an asset, in force or not, with its path. */
export type Link = AccessRule & Path & { user: string; asset: string; name: string };

type Columns = Omit<Link, 'date_start' | 'date_expired'> & { date_start: string; date_expired: string };

const longAgo = new Date(0);

/**
 * Every permission that links some users with some assets, whether it is in force or not (reference 04 §13.4): a user
 * directly or by group, an asset directly or by a node at or above it.
 */
export const linksBetween = async (
  users: readonly string[],
  assets: readonly string[],
  db: Database,
): Promise<Link[]> => {
  const rows = await db.rows<Columns>(sql`
    with who as materialized (
      select pu."user", pu.assetpermission, null::uuid as usergroup from ${allPermissionUsers} pu where pu."user" = any(${uuids(users)})
      union all select m."user", pg.assetpermission, m.usergroup from ${allGroupMembers} m
        join ${allPermissionGroups} pg on pg.usergroup = m.usergroup where m."user" = any(${uuids(users)})),
    place as materialized (select distinct l.asset, subpath(n.path, 0, depth) as path
      from ${allAssetNodes} l join ${allNodes} n on n.id = l.node, generate_series(1, nlevel(n.path)) as depth
      where l.asset = any(${uuids(assets)})),
    what as materialized (
      select pa.asset, pa.assetpermission, null::uuid as node from ${allPermissionAssets} pa where pa.asset = any(${uuids(assets)})
      union all select p.asset, pn.assetpermission, pn.node from place p join ${allNodes} up on up.path = p.path
        join ${allPermissionNodes} pn on pn.node = up.id),
    pair as (select w."user", t.asset, w.assetpermission, bool_or(w.usergroup is null) as is_direct, bool_or(t.node is null) as is_on_asset,
        array_agg(distinct w.usergroup) filter (where w.usergroup is not null) as groups,
        array_agg(distinct t.node) filter (where t.node is not null) as nodes
      from who w join what t on t.assetpermission = w.assetpermission group by w."user", t.asset, w.assetpermission)
    select j."user"::text as "user", j.asset::text as asset, p.id::text as id, p.name, p.is_active, p.date_start, p.date_expired,
      p.accounts, p.protocols, p.actions::int as actions, j.is_direct, j.is_on_asset,
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id)
        from ${allUserGroups} g where g.id = any(j.groups)), '[]'::jsonb) as groups,
      coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.full_value) order by n.full_value, n.id)
        from ${allNodes} n where n.id = any(j.nodes)), '[]'::jsonb) as nodes
    from pair j join ${allGrants} p on p.id = j.assetpermission join ${allAssets} a on a.id = j.asset and a.org_id = p.org_id
    order by p.name, p.id`);
  return rows.map((row) => ({
    ...row,
    date_start: instantOf(row.date_start) ?? longAgo,
    date_expired: instantOf(row.date_expired) ?? longAgo,
  }));
};
