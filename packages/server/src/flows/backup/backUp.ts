import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { filesUnder, readArchive, writeArchive } from '../../platform/backup/archive.ts';
import { dumpDatabase } from '../../platform/backup/dumpDatabase.ts';
import { loadDatabase } from '../../platform/backup/loadDatabase.ts';
import { type Manifest, readManifest } from '../../platform/backup/manifest.ts';
import { type Blobs, keyOf } from '../../platform/blobs/blobs.ts';
import { createLocalBlobs } from '../../platform/blobs/localBlobs.ts';
import { holdRotation } from '../../platform/masterKey/rotationState.ts';
import { Refusal } from '../../platform/refusal.ts';
import { transientTables } from '../../platform/systemTables.ts';

/** `spool` and `keys` are folders of the data folder, `stored` those of the blob store. */
const [spool, keys, stored] = ['spool', 'keys', ['replay/', 'media/']] as const;

/** These keys belong to the database cluster, not to its content. */
const clusterKeys = new Set(['keys/postgres-admin', 'keys/postgres-gatehouse']);

const refuseExisting = async (path: string) => {
  if (await stat(path).catch(() => undefined)) throw new Refusal(`${path} exists already.`);
};

async function* filesOf(home: string, folder: string) {
  for (const name of await filesUnder(join(home, folder)))
    if (!clusterKeys.has(`${folder}/${name}`))
      yield { name: `home/${folder}/${name}`, from: join(home, folder, name) };
}

/**
 * The contents of a backup, in order: its manifest, the tables, the spool, stored files, and keys except the
 * cluster's.
 */
async function* contentsOf(home: string, draft: string, blobs: Blobs) {
  yield { name: 'manifest.json', from: join(draft, 'manifest.json') };
  for (const name of await filesUnder(join(draft, 'database')))
    yield { name: `database/${name}`, from: join(draft, 'database', name) };
  // The spool before the store, so that a recording uploaded meanwhile is in at least one of them.
  yield* filesOf(home, spool);
  for (const folder of stored)
    for await (const { key } of blobs.list(folder)) {
      const facts = await blobs.stat(key);
      if (facts) yield { name: `home/${key}`, from: { ...facts, open: () => blobs.get(key) } };
    }
  yield* filesOf(home, keys);
}

/**
 * Runs the work with a draft folder, which is deleted when the work or the process ends, as it holds secrets.
 */
export const inDraft = async <T>(parent: string, work: (draft: string) => Promise<T>): Promise<T> => {
  const draft = await mkdtemp(join(parent, '.gatehouse-')).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`${parent} cannot be written (${error.code}).`);
  });
  const drop = () => rmSync(draft, { recursive: true, force: true });
  process.once('exit', drop);
  try {
    return await work(draft);
  } finally {
    process.off('exit', drop);
    drop();
  }
};

/** Runs the work while nobody changes the master key. */
const withoutRotation = async <T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    if (!(await holdRotation(client, 'shared')))
      throw new Refusal(
        'The master key is being changed. Make the backup when npm run rotate-key has ended.',
      );
    return await work();
  } finally {
    client.release(true);
  }
};

/**
 * Writes a backup file with all lasting data while the server keeps working; the tables are read from one
 * snapshot.
 */
export const backUp = async (
  pool: pg.Pool,
  home: string,
  path: string,
  blobs: Blobs = createLocalBlobs(home),
): Promise<{ rows: number }> => {
  await refuseExisting(path);
  return inDraft(dirname(path), (draft) =>
    withoutRotation(pool, async () => {
      await mkdir(join(draft, 'database'));
      const manifest = await dumpDatabase(pool, join(draft, 'database'), transientTables);
      await writeFile(join(draft, 'manifest.json'), JSON.stringify(manifest, null, 1), { mode: 0o600 });
      const archive = join(draft, 'archive');
      await writeArchive(archive, contentsOf(home, draft, blobs));
      await refuseExisting(path);
      await rename(archive, path);
      return { rows: rowsIn(manifest) };
    }),
  );
};

/** Fills an empty database, a new data folder and the store from a backup. */
export const restore = (
  pool: pg.Pool,
  home: string,
  path: string,
  blobs: Blobs = createLocalBlobs(home),
): Promise<{ rows: number }> =>
  inDraft(home, async (draft) => {
    let isFirst = true;
    await readArchive(path, (name) => {
      if (isFirst && name !== 'manifest.json') throw new Refusal('This file is not a backup of Gatehouse.');
      isFirst = false;
      if (!name.startsWith('home/')) return { folder: draft, name };
      const own = name.slice('home/'.length);
      const key = keyOf(own);
      if (key && stored.some((folder) => key.startsWith(folder)))
        return { take: (content) => blobs.put(key, content) };
      return { folder: home, name: own };
    });
    const manifest = readManifest(await readFile(join(draft, 'manifest.json'), 'utf8').catch(() => ''));
    await loadDatabase(pool, join(draft, 'database'), manifest);
    return { rows: rowsIn(manifest) };
  });

/** How many rows a backup holds. */
export const rowsIn = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);
