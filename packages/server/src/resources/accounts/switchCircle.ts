import { fieldError } from '@gatehouse/contract/errors.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';

/**
 * Refuses an account, or a template, to switch from if it switches, directly or indirectly, from the changed
 * row: the chain would have no start.
 */
export const refuseCircle = async (
  rows: SQL,
  change: { row: unknown; from: unknown },
  ctx: Context,
): Promise<void> => {
  const met = await ctx.db.rows(sql`with recursive above as (
      select t.id, t.su_from from ${rows} t where t.id = ${change.from}
      union select t.id, t.su_from from ${rows} t join above a on t.id = a.su_from)
    select 1 from above where id = ${change.row}`);
  if (met.length) throw fieldError('su_from', 'su_from_circle');
};

/** Refuses rows that an undo has stored if one of them became part of a circle. */
export const refuseCircles = async (
  rows: SQL,
  stored: readonly { id: string; su_from: unknown }[],
  ctx: Context,
): Promise<void> => {
  for (const { id, su_from } of stored)
    if (su_from) await refuseCircle(rows, { row: id, from: su_from }, ctx);
};
