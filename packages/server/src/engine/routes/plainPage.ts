import type { FastifyRequest } from 'fastify';
import { isUuid } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { queryOf } from '../http.ts';
import type { Values } from '../resource.ts';
import { pageOf } from './resourceRoutes.ts';

const whole = (value: string | null): number =>
  value !== null && /^\d{1,9}$/.test(value) ? Number(value) : 0;

/** Those of a kept selection (`spm`), by their ids; all without one. */
const selected = async (rows: readonly object[], query: URLSearchParams, ctx: Context): Promise<Values[]> => {
  const spm = query.get('spm');
  if (!spm) return rows as Values[];
  const kept = isUuid(spm) ? await ctx.engine.recall(`spm:${spm}`, ctx.db) : undefined;
  const ids = new Set(Array.isArray(kept) ? kept.map(String) : []);
  return (rows as Values[]).filter((row) => ids.has(String(row.id)));
};

/**
 * An in-memory list as an array or, with `limit`, one page of it; `spm` is for rows that can be selected,
 * all by default.
 */
export const plainPage = async (
  rows: readonly object[],
  request: FastifyRequest,
  ctx: Context,
  { isSelectable = true } = {},
): Promise<unknown> => {
  const query = queryOf(request);
  if (!isSelectable) query.delete('spm');
  const found = await selected(rows, query, ctx);
  const [limit, offset] = [whole(query.get('limit')), whole(query.get('offset'))];
  const shown = limit > 0 ? found.slice(offset, offset + limit) : found;
  return pageOf({ rows: shown, count: found.length, limit: limit > 0 ? limit : undefined, offset }, request);
};
