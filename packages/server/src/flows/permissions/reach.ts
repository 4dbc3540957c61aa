import type { AnswerInput } from '@gatehouse/contract/call/callTypes.ts';
import type { countReach } from '@gatehouse/contract/calls/perms.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { authorize } from '../../engine/permission.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { isUuid } from '../../platform/database.ts';
import { assetsChosen, type Chosen, usersChosen } from './chosen.ts';

type Reach = AnswerInput<typeof countReach>;
type Counted = { n: number; name: string };

/** The number of rows, and the name of the row if it is one. */
const counted = async (rows: SQL, ids: SQL, ctx: Context): Promise<Counted> => {
  const [row] = await ctx.db.rows<Counted>(
    sql`select count(*)::int as n, coalesce(case when count(*) = 1 then min(t.name) end, '') as name from ${rows} t where t.id in (${ids})`,
  );
  return row ?? { n: 0, name: '' };
};

const usersReached = async ({ users = [], user_groups = [] }: Chosen, ctx: Context) => {
  const [userIds, groupIds] = [users.filter(isUuid), user_groups.filter(isUuid)];
  if (userIds.length + groupIds.length === 0) return { user_count: 0, user: '', group: '' };
  authorize(ctx, 'users.view_user');
  const { n, name } = await counted(
    sql`(select u.id, u.name from ${await visibleRows('users.user', ctx)} u where not u.is_service_account)`,
    await usersChosen({ users, user_groups }, ctx),
    ctx,
  );
  const [groupId, ...more] = groupIds;
  const isOne = groupId && userIds.length + more.length === 0;
  return { user_count: n, user: name, group: isOne ? await groupName(groupId, ctx) : '' };
};

const groupName = async (groupId: string, ctx: Context): Promise<string> => {
  const groups = await visibleRows('users.usergroup', ctx);
  const [group] = await ctx.db.rows<{ name: string }>(
    sql`select t.name from ${groups} t where t.id = ${groupId}`,
  );
  return group?.name ?? '';
};

/** Assets on and below a node; the tree keeps their number, so a large node costs no more than a small one. */
const assetsBelow = async (nodeId: string, ctx: Context) => {
  const [node] = await ctx.db.rows<{ value: string; assets_amount: number }>(
    sql`select t.value, t.assets_amount::int as assets_amount from ${await visibleRows('assets.node', ctx)} t where t.id = ${nodeId}`,
  );
  return node;
};

const assetsReached = async ({ assets = [], nodes = [] }: Chosen, ctx: Context) => {
  const [assetIds, nodeIds] = [assets.filter(isUuid), nodes.filter(isUuid)];
  if (assetIds.length + nodeIds.length === 0) return { asset_count: 0, asset: '', node: '' };
  authorize(ctx, 'assets.view_asset');
  const [nodeId, ...more] = nodeIds;
  const only = nodeId && assetIds.length + more.length === 0 ? await assetsBelow(nodeId, ctx) : undefined;
  if (only && only.assets_amount !== 1)
    return { asset_count: only.assets_amount, asset: '', node: only.value };
  const { n, name } = await counted(
    await visibleRows('assets.asset', ctx),
    assetsChosen({ assets, nodes }),
    ctx,
  );
  return { asset_count: n, asset: name, node: only?.value ?? '' };
};

/** The users and assets that a permission with these choices would connect, as far as the caller sees them. */
export const reachOf = async (chosen: Chosen, ctx: Context): Promise<Reach> => ({
  ...(await usersReached(chosen, ctx)),
  ...(await assetsReached(chosen, ctx)),
});
