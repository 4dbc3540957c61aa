import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import {
  type Aged,
  countOld,
  each,
  moments,
  oldestOfEach,
  type Removed,
  removeOld,
  type Span,
} from '../../../platform/statements/aged.ts';

/** Records that a copy of a transferred file is stored. */
export const noteFileKept = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`update audits_ftplog set has_file = true where id = ${id}`);
};

/** Entries, by when their transfers began. */
const entries: Aged = {
  table: sql`audits_ftplog`,
  time: sql`t.date_start`,
  order: sql`t.date_start`,
  ...each,
  ...moments,
};

/** Removes a batch of old entries. */
export const removeTransfersBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(entries, oldestOfEach(entries, span), span, db);

/** Counts a batch of old entries. */
export const countTransfersBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldestOfEach(entries, span), db);
