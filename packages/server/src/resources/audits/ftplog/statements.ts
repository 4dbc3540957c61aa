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

/** A file that was sent to a machine, or could not be. */
export type LoggedUpload = {
  org_id: string;
  user: string;
  remote_addr: string;
  asset: string;
  account: string;
  filename: string;
  is_success: boolean;
};

/** Records files that were sent to machines outside sessions. */
export const logUploads = async (uploads: readonly LoggedUpload[], db: Database): Promise<void> => {
  if (uploads.length === 0) return;
  await db.rows(sql`insert into audits_ftplog
      (id, org_id, "user", remote_addr, asset, account, operate, filename, session, is_success, has_file, date_start)
    select gen_random_uuid(), u.org_id, left(u."user", 128), left(u.remote_addr, 128), left(u.asset, 1024), left(u.account, 128), 'upload',
      left(u.filename, 1024), '', u.is_success, false, now()
    from jsonb_to_recordset(${JSON.stringify(uploads)}::jsonb)
      as u(org_id uuid, "user" text, remote_addr text, asset text, account text, filename text, is_success boolean)`);
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
