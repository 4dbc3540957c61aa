import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import {
  type Aged,
  countOld,
  each,
  oldestOfEach,
  type Removed,
  removeOld,
  type Span,
  seconds,
} from '../../../platform/statements/aged.ts';

/** Commands, by when they were entered. */
const commands: Aged = {
  table: sql`terminal_command`,
  time: sql`t.timestamp`,
  order: sql`t.timestamp`,
  ...each,
  ...seconds,
};

/** Removes a batch of old commands. */
export const removeCommandsBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(commands, oldestOfEach(commands, span), span, db);

/** Counts a batch of old commands. */
export const countCommandsBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldestOfEach(commands, span), db);

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
