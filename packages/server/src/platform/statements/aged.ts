import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

/** A table whose rows grow old, and how an index orders them: by organization, if they have one, and time. */
export type Aged = {
  table: SQL;
  /** The column with their time, of alias `t`. */
  time: SQL;
  /** The order of this column in the index. */
  order: SQL;
  /** Which of the old rows may go. */
  which: SQL;
  /** The type of the column. */
  type: SQL;
  /** A value of this type that comes before all times. */
  least: string;
};

/** How a column tells the time: a moment, or seconds since 1970. */
export const moments = { type: sql`timestamptz`, least: '-infinity' };
export const seconds = { type: sql`bigint`, least: String(-(2n ** 63n)) };
/** All old rows of a table may go. */
export const each = { which: sql`true` };

/** How far a removal has come: organizations before this one have no old rows left, nor has it any before the time. */
export type Place = { org: string; time: string };

/** A batch of old rows: from before a time, at most so many, and not those that a removal has passed. */
export type Span = { before: string; limit: number; from?: Place | undefined };

/** What became of a batch: how many rows were removed, and where the next begins; undefined if there is none. */
export type Removed<At = Place> = { gone: number; next: At | undefined };

const firstOrg = '00000000-0000-0000-0000-000000000000';

/** The oldest rows: `id`, `org_id` and `at`. */
export const oldest = (aged: Aged, { before, limit, from }: Span): SQL =>
  sql`(select t.id, ${firstOrg}::uuid as org_id, ${aged.time} as at from ${aged.table} t
    where ${aged.time} >= cast(${from?.time ?? aged.least}::text as ${aged.type}) and ${aged.time} < cast(${before}::text as ${aged.type})
      and ${aged.which} order by ${aged.order} limit ${limit})`;

/**
 * The oldest rows of each organization, one after the other. The next organization is looked up behind the one
 * before, and its rows behind those removed: the index keeps what was removed until it is vacuumed.
 */
export const oldestOfEach = (aged: Aged, { before, limit, from }: Span): SQL =>
  sql`(with recursive orgs as (
      select ${from?.org ?? firstOrg}::uuid as org_id, cast(${from?.time ?? aged.least}::text as ${aged.type}) as since
      union all select (select t.org_id from ${aged.table} t where t.org_id > o.org_id order by t.org_id limit 1),
        cast(${aged.least}::text as ${aged.type}) from orgs o where o.org_id is not null)
    select old.id, old.org_id, old.at from orgs o cross join lateral (
      select t.id, t.org_id, ${aged.time} as at from ${aged.table} t
        where t.org_id = o.org_id and ${aged.time} >= o.since and ${aged.time} < cast(${before}::text as ${aged.type})
          and ${aged.which} order by ${aged.order} limit ${limit}) old limit ${limit})`;

/** Removes a batch of old rows. */
export const removeOld = async (aged: Aged, old: SQL, { limit }: Span, db: Database): Promise<Removed> => {
  const [last] = await db.rows<{ gone: number; found: number; org: string; time: string }>(
    sql`with old as materialized (select old.id, old.org_id, old.at from ${old} old),
        gone as (delete from ${aged.table} where id = any(array(select old.id from old)) returning 1)
      select (select count(*)::int from gone) as gone, (select count(*)::int from old) as found,
        last.org_id::text as org, last.at::text as time
      from (select old.org_id, old.at from old order by old.org_id desc, old.at desc limit 1) last`,
  );
  const { gone = 0, found = 0 } = last ?? {};
  return { gone, next: found < limit ? undefined : last };
};

/** Counts a batch of old rows. */
export const countOld = async (old: SQL, db: Database): Promise<number> =>
  (await db.rows<{ rows: number }>(sql`select count(*)::int as rows from ${old} old`))[0]?.rows ?? 0;
