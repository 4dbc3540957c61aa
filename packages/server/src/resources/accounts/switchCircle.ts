import { fieldError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { id } from '../../platform/database.ts';

/**
 * Refuses an account to switch from that itself, directly or indirectly, switches from the row: the chain
 * would have no start.
 */
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
