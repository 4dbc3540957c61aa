import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

const countOf = async (rows: Promise<{ count: string }[]>): Promise<number> =>
  Number((await rows)[0]?.count ?? 0);

/** Number of active users who have not set up a second factor. */
export const countUsersWithoutMfa = (db: Database): Promise<number> =>
  countOf(
    db.rows(
      sql`select count(*) from users_user where is_active and not is_service_account and otp_secret is null`,
    ),
  );

/** Number of active users whose own password is older than so many days. */
export const countUsersWithOldPassword = (days: number, db: Database): Promise<number> =>
  countOf(
    db.rows(
      sql`select count(*) from users_user where is_active and not is_service_account and source = 'local' and date_password_last_updated < now() - make_interval(days => ${days})`,
    ),
  );
