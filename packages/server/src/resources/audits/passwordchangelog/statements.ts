import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
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

/** Adds an entry to the password change log. */
export const addPasswordChange = async (
  change: { user: string; by: string; remoteAddr: string },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into audits_passwordchangelog (id, "user", change_by, remote_addr, datetime)
    values (${randomUUID()}, ${change.user}, ${change.by}, ${change.remoteAddr}, now())`);
};

/** Entries, by when they were made. */
const entries: Aged = {
  table: sql`audits_passwordchangelog`,
  time: sql`t.datetime`,
  order: sql`t.datetime`,
  ...each,
  ...moments,
};

/** Removes a batch of old entries. */
export const removePasswordChangesBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(entries, oldest(entries, span), span, db);

/** Counts a batch of old entries. */
export const countPasswordChangesBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldest(entries, span), db);
