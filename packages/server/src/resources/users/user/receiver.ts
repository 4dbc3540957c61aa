import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/**
 * Name and address of a user who can receive messages; undefined for a deleted or disabled user and for a
 * component.
 */
export const receiverOf = async (
  userId: string,
  db: Database,
): Promise<{ name: string; username: string; email: string } | undefined> =>
  (
    await db.rows<{ name: string; username: string; email: string }>(
      sql`select name, username, email from users_user where id = ${userId} and is_active and not is_service_account`,
    )
  )[0];

/** The phone of a user who can receive messages; undefined without one. */
export const phoneOf = async (userId: string, db: Database): Promise<string | undefined> => {
  const [found] = await db.rows<{ phone: string | null }>(
    sql`select phone from users_user where id = ${userId} and is_active and not is_service_account`,
  );
  return found?.phone || undefined;
};
