import { sql } from 'drizzle-orm';
import type { Context, Engine } from '../context.ts';
import type { Resource } from '../resource.ts';

/** Bytes up to which every way through a table is short: less is lost by a poor plan than by planning. */
const mostBytes = 16 * 1024 * 1024;
const freshMs = 60_000;

type Size = { isSmall: boolean; until: number };

const known = new WeakMap<Engine['resources'], Map<string, Size>>();

/** Whether a table is so small that its statements need not be planned for their values. */
export const isSmall = async ({ table }: Pick<Resource, 'table'>, ctx: Context): Promise<boolean> => {
  const sizes = known.get(ctx.engine.resources) ?? new Map<string, Size>();
  known.set(ctx.engine.resources, sizes);
  const size = sizes.get(table);
  if (size && size.until > performance.now()) return size.isSmall;
  const [found] = await ctx.db.rows<{ bytes: number }>(
    sql`select pg_relation_size(to_regclass(${table}))::float8 as bytes`,
  );
  const fresh = { isSmall: (found?.bytes ?? mostBytes) < mostBytes, until: performance.now() + freshMs };
  sizes.set(table, fresh);
  return fresh.isSmall;
};
