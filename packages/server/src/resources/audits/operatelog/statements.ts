import { sql } from 'drizzle-orm';
import { type Database, texts } from '../../../platform/database.ts';
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

/** An entry of the operate log. */
export type OperateLog = {
  id: string;
  user: string;
  action: string;
  resource_key: string;
  resource: string;
  resource_id: string;
  remote_addr: string;
  org_id: string;
  diff: Record<string, readonly string[]>;
  reversal?: unknown;
};

/** Adds entries to the operate log. */
export const addOperateLogs = async (rows: readonly OperateLog[], db: Database): Promise<void> => {
  await db.rows(sql`insert into audits_operatelog (id, "user", action, resource_key, resource, resource_id, remote_addr, org_id, diff, reversal, datetime)
    select r.id, r."user", r.action, r.resource_key, r.resource, r.resource_id, r.remote_addr, r.org_id, r.diff, r.reversal, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "user" text, action text, resource_key text, resource text, resource_id text, remote_addr text, org_id uuid, diff jsonb, reversal jsonb)`);
};

/** Entries, by when they were made. */
const entries: Aged = {
  table: sql`audits_operatelog`,
  time: sql`t.datetime`,
  order: sql`t.datetime`,
  ...each,
  ...moments,
};

/** Removes a batch of old entries. */
export const removeOperateLogsBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(entries, oldestOfEach(entries, span), span, db);

/** Counts a batch of old entries. */
export const countOperateLogsBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldestOfEach(entries, span), db);

/** Which of the texts the changes of a resource have as a value before or after. */
export const namedInChanges = async (
  resourceKey: string,
  words: readonly string[],
  db: Database,
): Promise<ReadonlySet<string>> => {
  const rows = await db.rows<{ word: string }>(sql`select distinct side.word
    from audits_operatelog t, jsonb_each(t.reversal -> 'values') as pair(name, sides),
      jsonb_array_elements_text(case when jsonb_typeof(pair.sides) = 'array' then pair.sides else '[]'::jsonb end) as side(word)
    where t.resource_key = ${resourceKey} and side.word = any(${texts(words)})`);
  return new Set(rows.map(({ word }) => word));
};
