import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { existing } from '../../engine/fields/related.ts';
import { uuids } from '../../platform/database.ts';
import { allUsers } from '../../resources/users/user/relations.ts';

/**
 * The recipients of a plan who still belong to its organization and can work, and whether each can open a file that is
 * mailed to them.
 */
export const planReceivers = async (
  { recipients }: { recipients: readonly string[] },
  ctx: Context,
): Promise<{ id: string; opens_files: boolean }[]> => {
  const members = await existing([...recipients], 'users.user', ctx);
  return ctx.db.rows<{ id: string; opens_files: boolean }>(
    sql`select u.id::text as id, (u.has_file_password and u.email like '%@%') as opens_files from ${allUsers} u
      where u.id = any(${uuids([...members])}) and u.is_active and (u.date_expired is null or u.date_expired > now())`,
  );
};
