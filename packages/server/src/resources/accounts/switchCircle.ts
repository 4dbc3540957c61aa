import { fieldError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { id } from '../../platform/database.ts';

/** Refuses to switch from one that switches, directly or over others, from the row itself: nobody could begin. */
export const refuseCircle = async (
  table: 'accounts_account' | 'accounts_accounttemplate',
  change: { row: unknown; from: unknown },
  ctx: Context,
): Promise<void> => {
  const met = await ctx.db.rows(sql`with recursive above as (
      select t.id, t.su_from from ${id(table)} t where t.id = ${change.from}
      union select t.id, t.su_from from ${id(table)} t join above a on t.id = a.su_from)
    select 1 from above where id = ${change.row}`);
  if (met.length) throw fieldError('su_from', 'su_from_circle');
};
