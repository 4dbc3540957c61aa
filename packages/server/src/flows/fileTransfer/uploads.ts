import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/database.ts';
import { goingRuns } from '../../platform/jobs/runs.ts';
import { transferRuns } from '../../resources/ops/jobexecution/relations.ts';

/** Folder of all uploads, among the stored files; backups leave it out. */
const everyFolder = 'transfers/';

/**
 * How long an upload lasts of which nothing more arrives, as when its server was killed; how long its files are kept while
 * a run may use them, and after a run that did not succeed everywhere; in minutes.
 */
const minutes = { sending: 15, running: 48 * 60, again: 24 * 60 } as const;

/** Where the file lies that is at this place of an upload. */
export const fileKeyOf = (upload: string, place: number): string => `${everyFolder}${upload}/${place}`;

/** Bytes that the uploads of a user, and of all users, may take. */
type Room = { ofUser: number; ofEveryone: number };

/**
 * Notes an upload of at most so many bytes, if there is room for them; returns its id and the key that seals its files, or
 * whose room is too small.
 * Uploads are admitted one after the other, so that the limits are exact over all servers.
 */
export const beginUpload = (
  { org, creator, size }: { org: string; creator: string; size: number },
  room: Room,
  { db, vault }: { db: Database; vault: Pick<Vault, 'seal'> },
): Promise<{ id: string; key: Buffer } | { full: keyof Room }> =>
  db.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(hashtext('uploads for machines'))`);
    const [held] = await tx.rows<{
      own: number;
      every: number;
    }>(sql`select coalesce(sum(u.size) filter (where u.creator = ${creator}::uuid), 0)::float as own, coalesce(sum(u.size), 0)::float as every
      from ops_upload u where u.date_due > now()`);
    if (held && held.own + size > room.ofUser) return { full: 'ofUser' };
    if (held && held.every + size > room.ofEveryone) return { full: 'ofEveryone' };
    const [id, key] = [randomUUID(), randomBytes(32)];
    await tx.rows(sql`insert into ops_upload (id, org_id, creator, size, key, date_due)
      values (${id}, ${org}, ${creator}, ${size}::bigint, ${vault.seal(key.toString('base64'))}, now() + make_interval(mins => ${minutes.sending}::int))`);
    return { id, key };
  });

/** Notes that an upload goes on; returns whether it is still known. */
export const renewUpload = async (id: string, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`update ops_upload set date_due = now() + make_interval(mins => ${minutes.sending}::int)
      where id = ${id} and not is_complete returning 1`)
  ).length > 0;

/** The key that seals the files of an upload; null: they are not sealed; undefined: there is no such upload. */
export const keyOfUpload = async (
  id: string,
  { db, vault }: { db: Database; vault: Pick<Vault, 'open'> },
): Promise<Buffer | null | undefined> => {
  const [row] = await db.rows<{ key: string | null }>(
    sql`select u.key from ops_upload u where u.id = ${id}::uuid`,
  );
  if (!row) return undefined;
  return row.key === null ? null : Buffer.from(vault.open(row.key), 'base64');
};

/** Notes that all files of an upload are there, and that a run uses them; returns whether it is still known. */
export const completeUpload = async (id: string, size: number, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`update ops_upload set is_complete = true, size = ${size}::bigint,
      date_due = now() + make_interval(mins => ${minutes.running}::int) where id = ${id} returning 1`)
  ).length > 0;

/** Keeps the files of an upload for another run; returns whether they are still there. */
export const keepUpload = async (id: string, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`update ops_upload set date_due = now() + make_interval(mins => ${minutes.running}::int)
      where id = ${id} and is_complete and date_due > now() returning 1`)
  ).length > 0;

/** Keeps the files of an upload while its run waits, and as long as usual after that. */
export const holdUpload = async (id: string, waiting: number, db: Database): Promise<void> => {
  await db.rows(
    sql`update ops_upload set date_due = now() + make_interval(mins => ${waiting * 60 + minutes.running}::int) where id = ${id}`,
  );
};

/** Lets go of what a run used: at once if it succeeded, else after the time in which it can be run again. */
export const releaseUploadOf = async (run: string, isSuccess: boolean, db: Database): Promise<void> => {
  await db.rows(sql`update ops_upload u set date_due = now() + make_interval(mins => ${isSuccess ? 0 : minutes.again}::int)
    from ${transferRuns} r where r.id = ${run}::uuid and u.id = r.upload`);
};

/** Forgets an upload that broke off, with its files. */
export const dropUpload = async (
  id: string,
  { db, blobs }: { db: Database; blobs: Blobs },
): Promise<void> => {
  await blobs.removeUnder(`${everyFolder}${id}/`);
  await db.rows(sql`delete from ops_upload where id = ${id}`);
};

/** Uploads past their time that no run uses. */
const pastUploads = async (db: Database): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select u.id::text as id from ops_upload u where u.date_due <= now()
      and not exists (select 1 from ${transferRuns} r join ${goingRuns} g on g.id = r.id where r.upload = u.id and r.status = 'running')`)
  ).map(({ id }) => id);

/** Uploads that are known. */
const knownUploads = async (db: Database): Promise<Set<string>> =>
  new Set(
    (await db.rows<{ id: string }>(sql`select u.id::text as id from ops_upload u`)).map(({ id }) => id),
  );

type Deps = { db: Database; blobs: Blobs };

/** Removes the files of uploads past their time. */
export const removePastUploads = async ({ db, blobs }: Deps, signal?: AbortSignal): Promise<void> => {
  for (const id of await pastUploads(db)) {
    signal?.throwIfAborted();
    await dropUpload(id, { db, blobs });
  }
};

/** Removes files of which no upload is known: those from before a restore of the database. */
export const removeStrayUploads = async ({ db, blobs }: Deps, signal: AbortSignal): Promise<void> => {
  // Read first: an upload that begins meanwhile is known by then.
  const folders = await blobs.folders(everyFolder);
  const known = await knownUploads(db);
  for (const name of folders) {
    signal.throwIfAborted();
    if (!known.has(name)) await blobs.removeUnder(`${everyFolder}${name}/`);
  }
};
