import { type SQL, sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';

/** Commands from before a time, the oldest of each organization first: its index of times begins with the organization. */
const olderThan = (before: number, limit: number): SQL => sql`(with recursive orgs as (
    (select t.org_id from terminal_command t order by t.org_id limit 1)
    union all select (select t.org_id from terminal_command t where t.org_id > o.org_id order by t.org_id limit 1)
      from orgs o where o.org_id is not null)
  select old.id from orgs o cross join lateral (select t.id from terminal_command t
    where t.org_id = o.org_id and t.timestamp < ${before} order by t.timestamp limit ${limit}) old limit ${limit})`;

/** Deletes a batch of commands older than a time in Unix seconds; returns how many. */
export const removeCommandsBefore = async (before: number, limit: number, db: Database): Promise<number> =>
  (
    await db.rows(
      sql`delete from terminal_command where id = any(array(select old.id from ${olderThan(before, limit)} old)) returning 1`,
    )
  ).length;

/** Number of commands older than a time in Unix seconds, counted up to `most`. */
export const countCommandsBefore = async (before: number, most: number, db: Database): Promise<number> =>
  (await db.rows<{ rows: number }>(sql`select count(*)::int as rows from ${olderThan(before, most)} old`))[0]
    ?.rows ?? 0;

/** A command that waits for its storage. */
export type WaitingCommand = {
  id: string;
  org_id: string;
  user: string;
  asset: string;
  account: string;
  input: string;
  output: string;
  session: string;
  risk_level: number;
  cmd_filter_acl: string | null;
  cmd_filter_acl_name: string;
  cmd_group: string | null;
  cmd_group_name: string;
  timestamp: number;
  offset_ms: number | null;
};

/** The storages that commands wait for. */
export const awaitedStorages = async (db: Database): Promise<string[]> =>
  (
    await db.rows<{ storage: string }>(
      sql`select distinct storage::text as storage from terminal_command where storage is not null`,
    )
  ).map(({ storage }) => storage);

/** The oldest commands that wait for a storage. */
export const waitingCommands = (storage: string, limit: number, db: Database): Promise<WaitingCommand[]> =>
  db.rows<WaitingCommand>(sql`select id::text as id, org_id::text as org_id, "user", asset, account, input, output, session,
      risk_level::int as risk_level, cmd_filter_acl::text as cmd_filter_acl, cmd_filter_acl_name, cmd_group::text as cmd_group, cmd_group_name,
      timestamp::int as timestamp, offset_ms::int as offset_ms
    from terminal_command where storage = ${storage} order by timestamp, id limit ${limit}`);

/** Commands stay here: their storage is gone. */
export const keepCommandsHere = async (storage: string, db: Database): Promise<void> => {
  await db.rows(sql`update terminal_command set storage = null where storage = ${storage}`);
};

/** Removes commands that have arrived in their storage; returns those that still were here. */
export const removeMovedCommands = (
  ids: readonly string[],
  storage: string,
  db: Database,
): Promise<{ session: string; risk_level: number }[]> =>
  db.rows<{ session: string; risk_level: number }>(
    sql`delete from terminal_command where id = any(${uuids(ids)}) and storage = ${storage}
      returning session, risk_level::int as risk_level`,
  );
