import { sql } from 'drizzle-orm';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/database.ts';
import { allCommandStorages } from '../../resources/terminal/commandstorage/relations.ts';
import { allReplayStorages } from '../../resources/terminal/replaystorage/relations.ts';
import { publishMessage } from '../notifications/publish.ts';
import { resumeMoves } from './moves.ts';
import { openReplayStorage, type StoredStorage } from './openReplayStorage.ts';
import { causeOf, probe } from './probe.ts';
import { openedSearchMeta, pingSearch } from './proveSearch.ts';
import { markStorage, noteStorageSuccess } from './storageHealth.ts';

type Stored = StoredStorage & { name: string };

/** Throws why a storage cannot be used. */
export const proveReplayStorage = async (
  stored: StoredStorage,
  deps: Pick<Deps, 'db' | 'vault'>,
): Promise<void> => {
  const blobs = await openReplayStorage(stored, deps);
  if (blobs) await probe(blobs);
};

type Deps = {
  db: Database;
  vault: Pick<Vault, 'open'>;
  log?: (line: string) => void;
  /** Stops the work between two storages. */
  signal?: AbortSignal;
};

const complaintOf = async (stored: Stored, prove: () => Promise<void>): Promise<string | undefined> => {
  try {
    await prove();
    return undefined;
  } catch (error) {
    return `${stored.name}: ${causeOf(error)}`;
  }
};

/** Tries every storage of another system, and tells subscribers of those that fail; returns how many do. */
export const checkStorages = async ({ db, vault, log, signal }: Deps): Promise<number> => {
  const replay = await db.rows<Stored>(
    sql`select s.id::text as id, s.name, s.type, s.meta, s.secrets from ${allReplayStorages} s
      where s.type not in ('null', 'server') order by s.name`,
  );
  const command = await db.rows<Stored>(
    sql`select s.id::text as id, s.name, s.type, s.meta, s.secrets from ${allCommandStorages} s
      where s.type not in ('null', 'server') order by s.name`,
  );
  const tests = [
    ...replay.map(
      (stored) =>
        ({ kind: 'replay', stored, prove: () => proveReplayStorage(stored, { db, vault }) }) as const,
    ),
    ...command.map(
      (stored) =>
        ({ kind: 'command', stored, prove: () => pingSearch(openedSearchMeta(stored, vault)) }) as const,
    ),
  ];
  const complaints: string[] = [];
  for (const { kind, stored, prove } of tests) {
    signal?.throwIfAborted();
    const complaint = await complaintOf(stored, prove);
    if (complaint) {
      complaints.push(complaint);
      log?.(complaint);
      await markStorage(kind, stored.id, db);
    } else if (await noteStorageSuccess(kind, stored.id, db)) {
      if (kind === 'replay') await resumeMoves(stored.id, db);
    }
  }
  signal?.throwIfAborted();
  if (complaints.length > 0)
    await db.transaction((tx) =>
      publishMessage({ key: 'storage_unreachable', params: { storages: complaints.join('\n') } }, tx),
    );
  return complaints.length;
};
