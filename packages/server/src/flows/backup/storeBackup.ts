import { type KeyObject, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { encryptTo } from '../../platform/age/age.ts';
import { newIdentity, recipientIn } from '../../platform/age/keys.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { backUp, inDraft, rowsIn } from './backUp.ts';
import type { StoredBackup } from './storedBackups.ts';
import { readBack, tryRestore } from './verifyBackup.ts';

type Input = {
  pool: pg.Pool;
  /** The database in which the backup is restored as a check. */
  checkUrl: string;
  home: string;
  /** The server's own files, which become part of the backup. */
  blobs: Blobs;
  /** Where the backup goes. */
  store: Blobs;
  recipient: KeyObject;
  signal: AbortSignal;
  log: (line: string) => void;
};

async function* untilStopped(content: AsyncIterable<Buffer>, signal: AbortSignal) {
  for await (const part of content) {
    signal.throwIfAborted();
    yield part;
  }
}

const since = (start: number): number => Math.round((Date.now() - start) / 100) / 10;

const newKey = (): string =>
  `backup/${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.tar.gz.age`;

/** The recipient of the administrator, and one whose key exists only while this backup is checked. */
const recipientsOf = (recipient: KeyObject) => {
  const check = newIdentity();
  const own = recipientIn(check.recipient);
  return { recipients: own ? [recipient, own] : [recipient], identity: check.identity };
};

/** Encrypts an archive into the store, and reads it back as a check; what is not proven does not stay there. */
const storeArchive = async (archive: string, draft: string, input: Input) => {
  const { store, signal, log } = input;
  const key = newKey();
  const { recipients, identity } = recipientsOf(input.recipient);
  let start = Date.now();
  try {
    const content = encryptTo(recipients, createReadStream(archive));
    const { size, sha256 } = await store.put(key, untilStopped(content, signal));
    log(`stored: ${key}, ${size} bytes, ${since(start)} s`);
    await rm(archive);
    start = Date.now();
    const kept = await store.get(key);
    if (!kept) throw new Refusal('The storage did not keep the backup.');
    const manifest = await readBack({ content: untilStopped(kept, signal), sha256, identity }, draft);
    log(`read back: SHA-256 ${sha256}, ${since(start)} s`);
    start = Date.now();
    const isRestored = await tryRestore(draft, manifest, input.checkUrl);
    log(
      isRestored
        ? `restored: ${rowsIn(manifest)} rows, ${since(start)} s`
        : 'not restored: no database for checks',
    );
    for (const { name, rows } of manifest.tables.toSorted((a, b) => b.rows - a.rows).slice(0, 8))
      log(`  ${name}: ${rows}`);
    return { key, size, sha256, rows: rowsIn(manifest), is_restored: isRestored };
  } catch (error) {
    await store.remove(key).catch(() => undefined);
    throw error;
  }
};

/** Makes a backup, stores it encrypted, and proves that it can be restored. */
export const storeBackup = (input: Input): Promise<Omit<StoredBackup, 'storage'>> =>
  inDraft(input.home, async (draft) => {
    const start = Date.now();
    const date = new Date(start).toISOString();
    const archive = join(draft, 'archive.tar.gz');
    const { rows } = await backUp(input.pool, input.home, archive, input.blobs);
    input.log(`archive: ${(await stat(archive)).size} bytes, ${rows} rows, ${since(start)} s`);
    input.signal.throwIfAborted();
    const read = join(draft, 'read');
    await mkdir(read);
    const stored = await storeArchive(archive, read, input);
    return { ...stored, date, seconds: since(start) };
  });
