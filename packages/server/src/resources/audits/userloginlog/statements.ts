import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { placeOf } from '../../../platform/places/places.ts';

/** A sign-in attempt, successful or not. */
export type LoginLog = {
  username: string;
  type: string;
  ip: string;
  userAgent: string;
  mfa: number;
  reason: string;
  /** Name of the rule that decided it, or empty. */
  rule: string;
  backend: string;
  status: boolean;
};

/** Adds an entry to the login log. */
export const addLoginLog = async (entry: LoginLog, db: Database): Promise<void> => {
  await db.rows(sql`insert into audits_userloginlog (id, username, type, ip, city, user_agent, mfa, reason, rule, backend, status, datetime)
    values (${randomUUID()}, ${entry.username}, ${entry.type}, ${entry.ip}, ${placeOf(entry.ip)}, ${entry.userAgent}, ${entry.mfa},
      ${entry.reason}, ${entry.rule}, ${entry.backend}, ${entry.status}, clock_timestamp())`);
};

/** Deletes a batch of entries older than a time; returns how many. */
export const removeLoginLogsBefore = async (before: string, limit: number, db: Database): Promise<number> =>
  (
    await db.rows(
      sql`delete from audits_userloginlog where id = any(array(select t.id from audits_userloginlog t where t.datetime < ${before} order by t.datetime limit ${limit})) returning 1`,
    )
  ).length;

/** Number of entries older than a time, counted up to `most`. */
export const countLoginLogsBefore = async (before: string, most: number, db: Database): Promise<number> =>
  (
    await db.rows<{ rows: number }>(sql`select count(*)::int as rows from
      (select 1 from audits_userloginlog t where t.datetime < ${before} limit ${most}) as old`)
  )[0]?.rows ?? 0;
