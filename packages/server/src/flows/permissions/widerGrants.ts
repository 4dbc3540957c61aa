import { parseChoice } from '@gatehouse/contract/accounts/accountChoice.ts';
import type { AnswerInput, BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import type { warnOfGrant } from '@gatehouse/contract/calls/perms.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { can } from '../../engine/permission.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { isUuid } from '../../platform/database.ts';
import { naturally } from '../../platform/naturalOrder.ts';
import { allAssetNodes } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { inForce } from '../../resources/perms/assetpermission/filters.ts';
import {
  allPermissionAssets,
  allPermissionGroups,
  allPermissionNodes,
  allPermissionUsers,
} from '../../resources/perms/assetpermission/relations.ts';
import { allGroupMembers } from '../../resources/users/user/relations.ts';
import { chosenIds, usersChosen } from './chosen.ts';

type Choice = BodyOf<typeof warnOfGrant>;
type Wider = AnswerInput<typeof warnOfGrant>['wider'];

/** Permissions that a warning names. */
const mostNamed = 3;

const none: Wider = { user_count: 0, user: '', permission_count: 0, permissions: [] };

/** Condition: the permission `p` gives every chosen account; all accounts of an asset include those named. */
const givesAll = (words: readonly string[]): SQL => {
  const { virtual, names } = parseChoice(words);
  const json = (some: readonly string[]): SQL => sql`${JSON.stringify(some)}::jsonb`;
  return sql`(p.accounts @> ${json(virtual)} and (p.accounts ? '@ALL' or p.accounts @> ${json(names)}))`;
};

const linked = sql`select pu.assetpermission, pu."user" from ${allPermissionUsers} pu
  union select pg.assetpermission, g."user" from ${allPermissionGroups} pg join ${allGroupMembers} g on g.usergroup = pg.usergroup`;

type Found = { id: string; name: string; user_count: number; permission_count: number; user: string };

/**
 * The permissions of the table `candidate` that cover every chosen node and asset, as common table expressions ending
 * with `covering`. Paths are compared once for each node, however many assets are on it.
 */
const covering = ({ assets, nodes }: Choice): SQL => sql`
  chosen_asset as materialized (select distinct c.id from unnest(${chosenIds(assets)}) as c(id)),
  chosen_node as materialized (select n.id, n.path from ${allNodes} n where n.id = any(${chosenIds(nodes)})),
  place as materialized (select l.asset, n.id as node, n.path from ${allAssetNodes} l join ${allNodes} n on n.id = l.node
    where l.asset in (select id from chosen_asset)),
  below as materialized (select distinct c.id as permission, d.id as node from candidate c
    join ${allPermissionNodes} pn on pn.assetpermission = c.id join ${allNodes} top on top.id = pn.node
    join (select id, path from chosen_node union select node, path from place) d on d.path <@ top.path),
  covered_node as (select b.permission, count(*) as n from below b join chosen_node n on n.id = b.node group by b.permission),
  covered_asset as (select permission, count(*) as n from (
    select pa.assetpermission as permission, pa.asset from ${allPermissionAssets} pa join candidate c on c.id = pa.assetpermission
      where pa.asset in (select id from chosen_asset)
    union select b.permission, l.asset from below b join place l on l.node = b.node) covered group by permission),
  covering as materialized (select c.id, c.name from candidate c
    left join covered_node cn on cn.permission = c.id left join covered_asset ca on ca.permission = c.id
    where coalesce(cn.n, 0) = (select count(*) from chosen_node) and coalesce(ca.n, 0) = (select count(*) from chosen_asset))`;

/**
 * Other permissions in force that already give chosen users each of the chosen accounts on everything chosen. Actions,
 * protocols and ends are not compared.
 */
export const widerGrants = async (choice: Choice, ctx: Context): Promise<Wider> => {
  const { id = '', accounts = [], assets = [], nodes = [] } = choice;
  const { virtual, names } = parseChoice(accounts);
  const [what, whom] = [assets.length + nodes.length, virtual.length + names.length];
  const maySee = can(ctx.actor, ['perms.view_assetpermission', 'users.view_user']);
  if (!maySee || what === 0 || whom === 0) return none;
  const rows = await ctx.db.rows<Found>(sql`
    with u as materialized (select t.id, t.name from ${await visibleRows('users.user', ctx)} t
      where not t.is_service_account and t.id in (${await usersChosen(choice, ctx)})),
    link as materialized (select l.assetpermission, u.id as user_id, u.name as user_name from (${linked}) l join u on u.id = l."user"),
    candidate as materialized (select p.id, p.name from ${await visibleRows('perms.assetpermission', ctx)} p
      where p.id in (select assetpermission from link) and ${inForce(sql`p`)} and p.id is distinct from ${isUuid(id) ? id : null}::uuid and ${givesAll(accounts)}),
    ${covering(choice)},
    held as materialized (select p.id, p.name, l.user_id, l.user_name from covering p join link l on l.assetpermission = p.id)
    select h.id::text as id, h.name, count(*) over ()::int as permission_count, (select count(distinct user_id)::int from held) as user_count,
      coalesce((select min(user_name) from held having count(distinct user_id) = 1), '') as user
    from held h group by h.id, h.name order by count(*) desc, ${naturally(sql`h.name`)}, h.id limit ${mostNamed}`);
  const [first] = rows;
  if (!first) return none;
  return {
    user_count: first.user_count,
    user: first.user,
    permission_count: first.permission_count,
    permissions: rows.map((row) => ({ id: row.id, name: row.name })),
  };
};
