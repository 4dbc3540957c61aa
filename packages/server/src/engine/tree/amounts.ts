import { type SQL, sql } from 'drizzle-orm';
import { id, list } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { pathOf, type TreeStore } from './store.ts';

/** Maximum number of nodes settled at once. */
const batch = 1000;

/**
 * Adds pending changes to their nodes' counts. Touching a node's changes requires a lock on the node's row,
 * which is taken here without waiting: busy nodes are settled next time, and any number of servers may settle
 * concurrently.
 */
export const settle = async (store: TreeStore, ctx: Pick<Context, 'db'>): Promise<void> => {
  const [nodes, deltas, amount] = [id(store.nodes), id(store.deltas), id(store.amount)];
  await ctx.db.rows(sql`with waiting as (select distinct node from ${deltas} limit ${batch}),
    held as materialized (select n.id from ${nodes} n where n.id in (select node from waiting) for no key update skip locked),
    gone as (delete from ${deltas} d using held h where d.node = h.id returning d.node, d.delta),
    sums as (select node, sum(delta) as delta from gone group by node)
    update ${nodes} n set ${amount} = n.${amount} + s.delta from sums s where s.node = n.id and s.delta <> 0`);
};

const holdNodes = (store: TreeStore, where: SQL, ctx: Pick<Context, 'db'>) =>
  ctx.db.rows(sql`select 1 from ${id(store.nodes)} n where ${where} order by n.id for no key update`);

const countBelow = (store: TreeStore, alias: string) => {
  const { links, nodes } = store;
  return sql`(select count(distinct l.${id(links.item)}) from ${id(links.table)} l join ${id(nodes)} b on b.id = l.${id(links.node)}
    where b.path <@ ${id(alias)}.path)`;
};

/**
 * Recounts the items in the subtree of each of these nodes. The caller must own the tree (`ownTree`), so that
 * no other transaction changes the links meanwhile.
 */
export const settleExactly = async (
  store: TreeStore,
  keys: readonly string[],
  ctx: Pick<Context, 'db'>,
): Promise<void> => {
  if (keys.length === 0) return;
  const chosen = sql`array[${list(keys.map(pathOf))}]`;
  await holdNodes(store, sql`n.path = any(${chosen})`, ctx);
  await ctx.db.rows(
    sql`delete from ${id(store.deltas)} d using ${id(store.nodes)} n where n.id = d.node and n.path = any(${chosen})`,
  );
  await ctx.db.rows(
    sql`update ${id(store.nodes)} n set ${id(store.amount)} = ${countBelow(store, 'n')} where n.path = any(${chosen})`,
  );
};

/** Recounts a whole tree and returns how many counts were wrong. The caller must own the tree (`ownTree`). */
export const recountTree = async (
  store: TreeStore,
  org: string,
  ctx: Pick<Context, 'db'>,
): Promise<number> => {
  const { links, nodes, deltas } = store;
  await holdNodes(store, sql`n.org_id = ${org}`, ctx);
  // Changes of deleted nodes belong to no count.
  await ctx.db.rows(
    sql`delete from ${id(deltas)} d where not exists (select from ${id(nodes)} n where n.id = d.node)`,
  );
  const [wrong] = await ctx.db.rows<{ corrected: number }>(sql`with open as (
      delete from ${id(deltas)} d using ${id(nodes)} n where n.id = d.node and n.org_id = ${org} returning d.node, d.delta),
    sums as (select node, sum(delta) as delta from open group by node),
    above as materialized (select n.id, up.id as up from ${id(nodes)} n, generate_series(1, nlevel(n.path)) as depth, ${id(nodes)} up
      where n.org_id = ${org} and up.path = subpath(n.path, 0, depth)),
    counted as (select a.up, count(distinct l.${id(links.item)}) as amount from ${id(links.table)} l join above a on a.id = l.${id(links.node)} group by a.up),
    changed as (update ${id(nodes)} n set ${id(store.amount)} = coalesce(c.amount, 0)
      from ${id(nodes)} o left join counted c on c.up = o.id left join sums s on s.node = o.id
      where o.id = n.id and n.org_id = ${org} and (n.${id(store.amount)} <> coalesce(c.amount, 0) or s.delta is not null)
      returning n.${id(store.amount)} = o.${id(store.amount)} + coalesce(s.delta, 0) as was_right)
    select count(*) filter (where not was_right)::int as corrected from changed`);
  return wrong?.corrected ?? 0;
};
