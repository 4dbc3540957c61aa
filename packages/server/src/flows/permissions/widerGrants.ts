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

/** Beyond so many chosen assets and nodes, permissions are not compared with each of them. */
const mostCompared = 200;
/** Permissions that a warning names. */
const mostNamed = 3;

const none: Wider = { user_count: 0, user: '', permission_count: 0, permissions: [] };

/** Condition: the permission `p` has a node at or above the node with this path. */
const hasAbove = (path: SQL): SQL =>
  sql`exists (select from ${allPermissionNodes} pn join ${allNodes} top on top.id = pn.node where pn.assetpermission = p.id and ${path} <@ top.path)`;

/** Condition: the permission `p` covers every chosen node and asset. */
const coversAll = ({ assets, nodes }: Choice): SQL => sql`
  not exists (select from ${allNodes} n where n.id = any(${chosenIds(nodes)}) and not ${hasAbove(sql`n.path`)})
  and not exists (select from unnest(${chosenIds(assets)}) as c(id)
    where not exists (select from ${allPermissionAssets} pa where pa.assetpermission = p.id and pa.asset = c.id)
      and not exists (select from ${allAssetNodes} l join ${allNodes} n on n.id = l.node where l.asset = c.id and ${hasAbove(sql`n.path`)}))`;

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
 * Other permissions in force that already give chosen users each of the chosen accounts on everything chosen. Actions,
 * protocols and ends are not compared.
 */
export const widerGrants = async (choice: Choice, ctx: Context): Promise<Wider> => {
  const { id = '', accounts = [], assets = [], nodes = [] } = choice;
  const { virtual, names } = parseChoice(accounts);
  const [what, whom] = [assets.length + nodes.length, virtual.length + names.length];
  const maySee = can(ctx.actor, ['perms.view_assetpermission', 'users.view_user']);
  if (!maySee || what === 0 || what > mostCompared || whom === 0) return none;
  const rows = await ctx.db.rows<Found>(sql`
    with u as materialized (select t.id, t.name from ${await visibleRows('users.user', ctx)} t
      where not t.is_service_account and t.id in (${await usersChosen(choice, ctx)})),
    held as materialized (select p.id, p.name, u.id as user_id, u.name as user_name
      from ${await visibleRows('perms.assetpermission', ctx)} p join (${linked}) l on l.assetpermission = p.id join u on u.id = l."user"
      where ${inForce(sql`p`)} and p.id is distinct from ${isUuid(id) ? id : null}::uuid and ${givesAll(accounts)} and ${coversAll(choice)})
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
