import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { isUuid } from '../../platform/database.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { ownerOfToken } from './tokens.ts';

/** Admits signed-in users, and pages opened with a valid connection token. */
export const authorizeToken = async (token: string | undefined, ctx: Context): Promise<void> => {
  if (ctx.actor.id) return;
  const rows = isUuid(token)
    ? await ctx.db.rows(
        sql`select 1 from ${ownerOfToken(token)} k join ${allUsers} u on u.id = k.id where u.is_active`,
      )
    : [];
  if (rows.length === 0) throw new AppError('not_authenticated');
};
