import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Username of the user who can be neither deleted nor disabled. */
export const adminName = 'admin';
/** From this number of days on, no user counts as unused. */
export const neverUnused = 999;

/** Active users who have not been used for so many days; those who never signed in count from when they joined. */
const unusedFor = (days: number): SQL => sql`(select u.id, u.username from users_user u
  where u.is_active and not u.is_service_account and u.username <> ${adminName}
    and coalesce(greatest(u.last_login, u.date_api_key_last_used), u.date_joined) < now() - make_interval(days => ${days}))`;

/** Number of users who have not been used for so many days. */
export const countUnusedUsers = async (days: number, db: Database): Promise<number> => {
  if (days >= neverUnused) return 0;
  const [row] = await db.rows<{ count: string }>(sql`select count(*) from ${unusedFor(days)} u`);
  return Number(row?.count ?? 0);
};

/** A user who was disabled. */
export type Disabled = { id: string; name: string; username: string };

/**
 * Disables at most `limit` users who have not been used for so many days; those who sign in meanwhile stay, and so
 * does the user to keep.
 */
export const disableUnusedUsers = (
  { days, limit, kept }: { days: number; limit: number; kept: string | undefined },
  db: Database,
): Promise<Disabled[]> =>
  db.rows<Disabled>(sql`update users_user t set is_active = false, updated_by = 'System', date_updated = now()
    where t.id in (select u.id from ${unusedFor(days)} u where u.id is distinct from ${kept ?? null}::uuid order by u.username limit ${limit}) and t.is_active
      and coalesce(greatest(t.last_login, t.date_api_key_last_used), t.date_joined) < now() - make_interval(days => ${days})
    returning t.id::text as id, t.name, t.username`);
