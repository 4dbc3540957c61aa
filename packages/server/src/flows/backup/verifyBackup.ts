import { createHash, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decryptWith } from '../../platform/age/age.ts';
import { readArchive } from '../../platform/backup/archive.ts';
import { inCheckDatabase } from '../../platform/backup/checkDatabase.ts';
import { loadDatabase } from '../../platform/backup/loadDatabase.ts';
import { type Manifest, readManifest } from '../../platform/backup/manifest.ts';
import { Refusal } from '../../platform/refusal.ts';

async function* hashed(content: AsyncIterable<Uint8Array>, into: ReturnType<typeof createHash>) {
  for await (const part of content) {
    into.update(part);
    yield part;
  }
}

/** What is read back from a storage. */
type Copy = { content: AsyncIterable<Uint8Array>; sha256: string; identity: KeyObject };

/** Reads a stored backup back, compares its checksum, and unpacks its tables; returns what it says it holds. */
export const readBack = async ({ content, sha256, identity }: Copy, draft: string): Promise<Manifest> => {
  const sum = createHash('sha256');
  await readArchive(decryptWith(identity, hashed(content, sum)), (name) =>
    name === 'manifest.json' || name.startsWith('database/') ? { folder: draft, name } : undefined,
  );
  if (sum.digest('hex') !== sha256) throw new Refusal('The storage did not give back what it was given.');
  return readManifest(await readFile(join(draft, 'manifest.json'), 'utf8').catch(() => ''));
};

/**
 * Restores unpacked tables into the check database, which compares the rows of each table and checks every foreign
 * key; false when there is no such database.
 */
export const tryRestore = async (draft: string, manifest: Manifest, checkUrl: string): Promise<boolean> =>
  (await inCheckDatabase(checkUrl, async (pool) => {
    await loadDatabase(pool, join(draft, 'database'), manifest);
    return true;
  })) ?? false;
