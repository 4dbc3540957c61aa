import { foldedPath } from '@gatehouse/contract/ops/playbookFiles.ts';
import { sql } from 'drizzle-orm';
import { type Database, texts } from '../../../platform/database.ts';

/** A file of a playbook, or a folder, which has no bytes. */
export type PlaybookEntry = { path: string; bytes: Uint8Array | null };

/** A file or folder without its content. */
export type ListedEntry = { path: string; is_folder: boolean };

/** Files and folders of a playbook, by path. */
export const listEntries = (playbook: string, db: Database): Promise<ListedEntry[]> =>
  db.rows<ListedEntry>(
    sql`select path, content is null as is_folder from ops_playbookfile where playbook = ${playbook} order by path collate "C"`,
  );

/** The name of a playbook of a user. */
export const nameOfPlaybook = async (
  { id, creator }: { id: string; creator: string },
  db: Database,
): Promise<string | undefined> =>
  (
    await db.rows<{ name: string }>(
      sql`select p.name from ops_playbook p where p.id = ${id}::uuid and p.creator = ${creator}::uuid`,
    )
  )[0]?.name;

/** All files of a playbook of a user, without their contents. */
export const filesTold = (
  { id, creator }: { id: string; creator: string },
  db: Database,
): Promise<{ path: string; size: number; sha256: string }[]> =>
  db.rows(sql`select f.path, length(f.content)::int as size, encode(sha256(f.content), 'hex') as sha256
    from ops_playbookfile f join ops_playbook p on p.id = f.playbook
    where p.id = ${id}::uuid and p.creator = ${creator}::uuid and f.content is not null order by f.path collate "C"`);

/** Which files a playbook has, each with the SHA-256 of its content. */
export const digestsOf = (playbook: string, db: Database): Promise<{ path: string; sha256: string }[]> =>
  db.rows(sql`select path, encode(sha256(content), 'hex') as sha256
    from ops_playbookfile where playbook = ${playbook} and content is not null`);

/** All files of a playbook of a user, with their contents. */
export const allFilesOf = (
  { id, creator }: { id: string; creator: string },
  db: Database,
): Promise<{ path: string; content: Buffer }[]> =>
  db.rows(sql`select f.path, f.content from ops_playbookfile f join ops_playbook p on p.id = f.playbook
    where p.id = ${id}::uuid and p.creator = ${creator}::uuid and f.content is not null order by f.path collate "C"`);

/** The content of a file, and the version that a later change may insist on; undefined if there is no such file. */
export const readFile = async (
  playbook: string,
  path: string,
  db: Database,
): Promise<{ content: Buffer; version: string } | undefined> => {
  const [file] = await db.rows<{ content: Buffer; version: string }>(
    sql`select content, encode(sha256(content), 'hex') as version from ops_playbookfile
      where playbook = ${playbook} and path = ${path} and content is not null`,
  );
  return file;
};

/** Number of files and folders of a playbook, and bytes of all files. */
export const sizeOf = async (playbook: string, db: Database): Promise<{ entries: number; bytes: number }> => {
  const [size] = await db.rows<{ entries: number; bytes: number }>(
    sql`select count(*)::int as entries, coalesce(sum(length(content)), 0)::int as bytes
      from ops_playbookfile where playbook = ${playbook}`,
  );
  return size ?? { entries: 0, bytes: 0 };
};

/** Which of these paths the playbook has, in any spelling that some system takes for the same. */
export const takenPaths = async (
  playbook: string,
  paths: readonly string[],
  db: Database,
): Promise<string[]> =>
  (
    await db.rows<{ path: string }>(
      sql`select path from ops_playbookfile where playbook = ${playbook} and folded = any(${texts(paths.map(foldedPath))})`,
    )
  ).map(({ path }) => path);

/** Adds files and folders; none of their paths may be taken. */
export const addEntries = async (
  playbook: string,
  entries: readonly PlaybookEntry[],
  db: Database,
): Promise<void> => {
  for (const { path, bytes } of entries)
    await db.rows(sql`insert into ops_playbookfile (playbook, path, folded, content)
      values (${playbook}, ${path}, ${foldedPath(path)}, ${bytes === null ? null : Buffer.from(bytes)}::bytea)`);
};

/** Replaces the content of a file; the answer is its new version. */
export const writeFile = async (
  playbook: string,
  path: string,
  content: Buffer,
  db: Database,
): Promise<string> => {
  const [written] = await db.rows<{
    version: string;
  }>(sql`update ops_playbookfile set content = ${content}::bytea
    where playbook = ${playbook} and path = ${path} returning encode(sha256(content), 'hex') as version`);
  return written?.version ?? '';
};

/** Renames files and folders. */
export const moveEntries = async (
  playbook: string,
  moves: readonly { from: string; to: string }[],
  db: Database,
): Promise<void> => {
  const listed = JSON.stringify(moves.map(({ from, to }) => ({ from, to, folded: foldedPath(to) })));
  await db.rows(sql`update ops_playbookfile f set path = m."to", folded = m.folded
    from jsonb_to_recordset(${listed}::jsonb) as m("from" text, "to" text, folded text)
    where f.playbook = ${playbook} and f.path = m."from"`);
};

/** Deletes files and folders. */
export const removeEntries = async (
  playbook: string,
  paths: readonly string[],
  db: Database,
): Promise<void> => {
  await db.rows(
    sql`delete from ops_playbookfile where playbook = ${playbook} and path = any(${texts(paths)})`,
  );
};

/** Records the commit whose files a playbook has from now on. */
export const noteCommit = async (playbook: string, commit: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update ops_playbook set vcs_commit = ${commit}, date_fetched = now() where id = ${playbook}`,
  );
};

/** Deletes all files and folders of a playbook. */
export const removeAllEntries = async (playbook: string, db: Database): Promise<void> => {
  await db.rows(sql`delete from ops_playbookfile where playbook = ${playbook}`);
};

/** Notes that the files of a playbook changed. */
export const noteChange = async (playbook: string, db: Database): Promise<void> => {
  await db.rows(sql`update ops_playbook set date_updated = now() where id = ${playbook}`);
};
