import { type SQL, sql } from 'drizzle-orm';
import { type Database, isUuid } from '../../platform/database.ts';

/** The user of a connection token that is still valid. */
export const ownerOfToken = (
  id: string,
): SQL => sql`(select k."user" as id from authentication_connectiontoken k
  where k.id = ${id} and k.is_active and k.date_expired > now())`;

/** The protocol a connection token was made for. */
export const protocolOfToken = async (token: string, db: Database): Promise<string | undefined> => {
  if (!isUuid(token)) return undefined;
  const [row] = await db.rows<{ protocol: string }>(
    sql`select protocol from authentication_connectiontoken where id = ${token}`,
  );
  return row?.protocol;
};

/**
 * Removes up to `limit` connection tokens that expired before a given time; returns how many were removed.
 */
export const removeTokensBefore = async (before: string, limit: number, db: Database): Promise<number> =>
  (
    await db.rows(sql`delete from authentication_connectiontoken where id in
      (select t.id from authentication_connectiontoken t where t.date_expired < ${before} limit ${limit}) returning 1`)
  ).length;
