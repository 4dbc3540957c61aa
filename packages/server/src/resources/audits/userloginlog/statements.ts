import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** An attempt to sign in, however it ended. */
export type LoginLog = {
  username: string;
  type: string;
  ip: string;
  userAgent: string;
  mfa: number;
  reason: string;
  backend: string;
  status: boolean;
};

/** Writes the login log. */
export const addLoginLog = async (entry: LoginLog, db: Database): Promise<void> => {
  await db.rows(sql`insert into audits_userloginlog (id, username, type, ip, city, user_agent, mfa, reason, backend, status, datetime)
    values (${randomUUID()}, ${entry.username}, ${entry.type}, ${entry.ip}, '', ${entry.userAgent}, ${entry.mfa},
      ${entry.reason}, ${entry.backend}, ${entry.status}, clock_timestamp())`);
};

/** Removes a batch of the login log before a moment; answers how many. */
export const removeLoginLogsBefore = async (before: string, limit: number, db: Database): Promise<number> =>
  (
    await db.rows(sql`delete from audits_userloginlog where id in
      (select t.id from audits_userloginlog t where t.datetime < ${before} limit ${limit}) returning 1`)
  ).length;
