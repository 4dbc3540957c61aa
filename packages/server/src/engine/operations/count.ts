import { type SQL, sql } from 'drizzle-orm';
import { id } from '../../platform/database.ts';
import { fixedLimit } from '../../platform/statements/rowLimit.ts';
import type { Context } from '../context.ts';
import type { Resource } from '../resource.ts';

/** Up to this many rows are counted one by one; how many more there are is estimated. */
export const mostCounted = 10_000;

/** Number of rows; an estimate is at least as large as what was counted. */
export type Total = { count: number; isEstimate: boolean };

/** Number of rows that meet a condition over alias `t`, however many. */
export const countRows = async (
  resource: Resource,
  where: SQL,
  ctx: Context,
  planning?: 'anew',
): Promise<number> =>
  (
    await ctx.db.rows<{ count: number }>(
      sql`select count(*)::int as count from ${id(resource.table)} t where ${where}`,
      planning,
    )
  )[0]?.count ?? 0;

/** The number of rows the planner expects, from the statistics of the table. */
export const expectedRows = async (resource: Resource, where: SQL, ctx: Context): Promise<number> => {
  const [found] = await ctx.db.rows<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
    sql`explain (format json) select from ${id(resource.table)} t where ${where}`,
    'anew',
  );
  return found?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
};

/** The total of a list for a number of counted rows: exact, or one more than are worth counting. */
export const totalFrom = async (
  counted: number | undefined,
  resource: Resource,
  where: SQL,
  ctx: Context,
): Promise<Total> => {
  const count = counted ?? 0;
  if (count <= mostCounted) return { count, isEstimate: false };
  return { count: Math.max(count, await expectedRows(resource, where, ctx)), isEstimate: true };
};

/**
 * Number of rows that meet a condition over alias `t`: exact up to the number worth counting. With an `order`, the
 * first ones are counted.
 */
export const totalOf = async (
  resource: Resource,
  where: SQL,
  ctx: Context,
  { planning, order }: { planning?: 'anew' | undefined; order?: SQL | undefined } = {},
): Promise<Total> => {
  const first = order ? sql`order by ${order}` : sql``;
  const [found] = await ctx.db.rows<{ count: number }>(
    sql`select count(*)::int as count from (select from ${id(resource.table)} t where ${where} ${first} ${fixedLimit(mostCounted + 1)}) n`,
    planning,
  );
  return totalFrom(found?.count, resource, where, ctx);
};
