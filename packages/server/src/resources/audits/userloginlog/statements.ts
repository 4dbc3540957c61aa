import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { placeOf } from '../../../platform/places/places.ts';
import {
  type Aged,
  countOld,
  each,
  moments,
  oldest,
  type Removed,
  removeOld,
  type Span,
} from '../../../platform/statements/aged.ts';

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
  /** What an administrator has to know of a failure; the user was not told. */
  detail: string;
  backend: string;
  status: boolean;
};

/** Adds an entry to the login log. */
export const addLoginLog = async (entry: LoginLog, db: Database): Promise<void> => {
  await db.rows(sql`insert into audits_userloginlog (id, username, type, ip, city, user_agent, mfa, reason, rule, detail, backend, status, datetime)
    values (${randomUUID()}, ${entry.username}, ${entry.type}, ${entry.ip}, ${placeOf(entry.ip)}, ${entry.userAgent}, ${entry.mfa},
      ${entry.reason}, ${entry.rule}, ${entry.detail}, ${entry.backend}, ${entry.status}, clock_timestamp())`);
};

/** Entries, by when they were made. */
const entries: Aged = {
  table: sql`audits_userloginlog`,
  time: sql`t.datetime`,
  order: sql`t.datetime`,
  ...each,
  ...moments,
};

/** Removes a batch of old entries. */
export const removeLoginLogsBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(entries, oldest(entries, span), span, db);

/** Counts a batch of old entries. */
export const countLoginLogsBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldest(entries, span), db);
