import { createHash } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/database.ts';
import { allReplayStorages } from '../../resources/terminal/replaystorage/relations.ts';
import { openReplayStorage, type StoredStorage } from './openReplayStorage.ts';
import { causeOf } from './probe.ts';

/** A store with recordings, and the key that a recording has there. */
export type ReplayStore = { blobs: Blobs; keyOf: (path: string) => string };

/** The stores of recordings: the server's own files, and the storages of other systems. */
export type ReplayStores = {
  /** The store of a storage; null: the server's own. Throws if the storage is gone. */
  at(storage: string | null, db: Database): Promise<ReplayStore>;
};

const describedBy = (found: StoredStorage): string =>
  createHash('sha256').update(JSON.stringify(found)).digest('base64');

/** Opens stores, and keeps each open while what its storage is told stays the same. */
export const createReplayStores = (deps: {
  blobs: Blobs;
  db: Database;
  vault: Pick<Vault, 'open'>;
}): ReplayStores => {
  const own: ReplayStore = { blobs: deps.blobs, keyOf: (path) => `replay/${path}` };
  const open = new Map<string, { by: string; store: ReplayStore }>();
  return {
    at: async (storage, db) => {
      if (storage === null) return own;
      const [found] = await db.rows<StoredStorage>(
        sql`select s.id::text as id, s.type, s.meta, s.secrets from ${allReplayStorages} s where s.id = ${storage}`,
      );
      if (!found) throw new Error(`The storage ${storage} is gone.`);
      const by = describedBy(found);
      const known = open.get(storage);
      if (known?.by === by) return known.store;
      const blobs = await openReplayStorage(found, deps);
      const store = blobs ? { blobs, keyOf: (path: string) => path } : own;
      open.set(storage, { by, store });
      return store;
    },
  };
};

/** Reads from the store of a recording; a storage that cannot be reached is told to the caller. */
export const whileReachable = async <T>(storage: string | null, read: () => Promise<T>): Promise<T> => {
  if (storage === null) return read();
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('storage_unreachable', { cause: causeOf(error) }, { cause: error });
  }
};
