import { sql } from 'drizzle-orm';
import type { Blobs } from '../blobs/blobs.ts';
import { type Database, texts, uuids } from '../database.ts';
import { type Attempt, tellStarter } from './runs.ts';

/** The file that a run makes. Without a size it is not complete. */
export type RunFile = { key: string; name: string; type: string; size: number | null };

/** A file with the sealed key of the rows that lie beside it, of a run that was given rows. */
type FileWithRows = RunFile & { rows_key?: string };

/** How many rows a run works on, how many it is done with, and how many it refused. */
export type RunCounts = { total: number | null; done: number; failed: number };

/** How long the file of a run is kept after its end. */
export const keptFileHours = 24;

/** Folder of the files of all runs, among the stored files; backups leave it out. */
const everyFolder = 'exports/';

/** Folder of the files of a run. */
export const folderOf = (id: string): string => `${everyFolder}${id}/`;

/** Where the file lies that a run makes for its user. */
export const fileKeyOf = (id: string): string => `${folderOf(id)}file`;

/** Notes how far an attempt got, unless the next attempt has begun. */
export const noteCounts = async (
  { id, attempt }: Attempt,
  { total, done, failed }: RunCounts,
  db: Database,
): Promise<void> => {
  const [run] = await db.rows<{ creator: string | null }>(sql`update ops_celerytaskexecution j
    set rows_total = c.total, rows_done = c.done, rows_failed = c.failed,
      progress = case when c.total > 0 then least(99, c.done::bigint * 100 / c.total) end
    from (select ${total}::int as total, ${done}::int as done, ${failed}::int as failed) c
    where j.id = ${id} and j.attempt = ${attempt} returning j.creator::text as creator`);
  await tellStarter(run?.creator, db);
};

/** Notes the file of an attempt. Returns whether the attempt is still the one that counts. */
export const noteFile = async (
  { id, attempt }: Attempt,
  file: FileWithRows,
  db: Database,
): Promise<boolean> =>
  (
    await db.rows(sql`update ops_celerytaskexecution j
      set result = coalesce(j.result, '{}'::jsonb) || ${JSON.stringify(file)}::jsonb
      where j.id = ${id} and j.attempt = ${attempt} and j.state <> 'done' returning 1`)
  ).length > 0;

/** The sealed key of the rows that a run was given. */
export const rowsKeyOf = async (id: string, db: Database): Promise<string | undefined> =>
  (
    await db.rows<{ key: string | null }>(
      sql`select t.result->>'rows_key' as key from ops_celerytaskexecution t where t.id = ${id}`,
    )
  )[0]?.key ?? undefined;

/** The complete file of a run that a user started. */
export const fileOfUser = async (
  id: string,
  creator: string,
  db: Database,
): Promise<{ payload: Record<string, unknown>; file: RunFile } | undefined> =>
  (
    await db.rows<{
      payload: Record<string, unknown>;
      file: RunFile;
    }>(sql`select kwargs as payload, result as file
      from ops_celerytaskexecution t where t.id = ${id} and t.creator = ${creator}::uuid and t.result->>'size' is not null`)
  )[0];

/** Files of runs that ended too long ago, or an hour ago without finishing their file. */
export const outdatedFiles = (db: Database): Promise<{ id: string }[]> =>
  db.rows<{
    id: string;
  }>(sql`select t.id::text as id from ops_celerytaskexecution t where t.result is not null and t.date_finished is not null
      and (t.result->>'size' is null and t.date_finished < now() - interval '1 hour' or t.date_finished < now() - make_interval(hours => ${keptFileHours}::int))`);

/** Notes that the file of a run is gone. */
export const forgetFile = (id: string, db: Database): Promise<unknown> =>
  db.rows(sql`update ops_celerytaskexecution set result = null where id = ${id}`);

/** Those of these ids that no run has which has files or has not ended. */
const unnamed = async (ids: readonly string[], db: Database): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select i.id::text as id from unnest(${uuids(ids)}) as i(id)
      where not exists (select 1 from ops_celerytaskexecution t
        where t.id = i.id and (t.result is not null or t.state in ('queued', 'running')))`)
  ).map(({ id }) => id);

/**
 * Removes the files before a moment that no run names: their server died before it committed the run, or the run was
 * removed before its files.
 */
export const removeOrphanedFiles = async (
  before: Date,
  { db, blobs, signal }: { db: Database; blobs: Blobs; signal?: AbortSignal },
): Promise<void> => {
  const isOld = async (folder: string): Promise<boolean> => {
    let files = 0;
    for await (const { key } of blobs.list(folder)) {
      files += 1;
      const found = await blobs.stat(key);
      if (found && found.modified >= before) return false;
    }
    return files > 0;
  };
  for (const id of await unnamed(await blobs.folders(everyFolder), db)) {
    signal?.throwIfAborted();
    if (await isOld(folderOf(id))) await blobs.removeUnder(folderOf(id));
  }
};

/** Number of runs of these jobs that a user started and that have not ended. */
export const unendedOf = async (creator: string, names: readonly string[], db: Database): Promise<number> =>
  (
    await db.rows(sql`select 1 from ops_celerytaskexecution t where t.creator = ${creator}::uuid
      and t.name = any(${texts(names)}) and t.state in ('queued', 'running')`)
  ).length;

/** Ids of the ended runs of these jobs that their user has not been told of; each is returned once. */
export const takeUntold = async (
  creator: string,
  names: readonly string[],
  db: Database,
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`update ops_celerytaskexecution set date_told = now()
      where creator = ${creator}::uuid and name = any(${texts(names)}) and date_told is null
        and state in ('done', 'failed', 'interrupted') and date_published > now() - interval '1 day'
      returning id::text as id`)
  ).map(({ id }) => id);

/** How many rows there are, up to which an earlier attempt came, and how many it refused; holds the run until the transaction ends. */
export const heldPlace = async (
  { id, attempt }: Attempt,
  db: Database,
): Promise<{ total: number; done: number; failed: number } | undefined> =>
  (
    await db.rows<{
      total: number;
      done: number;
      failed: number;
    }>(sql`select coalesce(j.rows_total, 0)::int as total,
      coalesce(j.rows_done, 0)::int as done, coalesce(j.rows_failed, 0)::int as failed from ops_celerytaskexecution j
      where j.id = ${id} and j.attempt = ${attempt} for update`)
  )[0];
