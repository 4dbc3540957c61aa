import { sql } from 'drizzle-orm';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/database.ts';
import type { StoredMeta } from '../../resources/storageMeta.ts';
import {
  awaitedStorages,
  keepCommandsHere,
  removeMovedCommands,
  type WaitingCommand,
  waitingCommands,
} from '../../resources/terminal/command/statements.ts';
import { allCommandStorages } from '../../resources/terminal/commandstorage/relations.ts';
import { worstOf } from '../../resources/terminal/session/index.ts';
import { noteMovedCommands } from '../../resources/terminal/session/statements.ts';
import { type CommandIndex, openCommandIndex } from './commandIndex.ts';
import { causeOf } from './probe.ts';
import { openedSearchMeta } from './proveSearch.ts';
import { noteStorageFailure, noteStorageSuccess } from './storageHealth.ts';

export type MoveCommandsDeps = {
  db: Database;
  vault: Pick<Vault, 'open'>;
  signal?: AbortSignal;
  log?: (line: string) => void;
};

/** Commands in one delivery. */
const batch = 500;

const indexAt = async (
  storage: string,
  { db, vault }: MoveCommandsDeps,
): Promise<CommandIndex | undefined> => {
  const [found] = await db.rows<StoredMeta>(
    sql`select s.meta, s.secrets from ${allCommandStorages} s where s.id = ${storage} and s.type = 'es'`,
  );
  return found && openCommandIndex(openedSearchMeta(found, vault));
};

/** Removes what arrived, and counts it for its sessions, at once. */
const forget = (ids: readonly string[], storage: string, db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const gone = await removeMovedCommands(ids, storage, tx);
    const bySession = Map.groupBy(gone, ({ session }) => session);
    const moved = [...bySession].map(([session, rows]) => ({
      session,
      count: rows.length,
      worst: worstOf(rows.map(({ risk_level }) => risk_level)),
    }));
    if (moved.length > 0) await noteMovedCommands(moved, tx);
    return gone.length;
  });

/** Not all commands of a delivery were stored. */
class NotStored extends Error {
  readonly code = 'NotStored';
}

const deliver = async (
  index: CommandIndex,
  waiting: readonly WaitingCommand[],
  storage: string,
  db: Database,
): Promise<number> => {
  const stored = await index.store(waiting);
  const moved = await forget(stored, storage, db);
  if (stored.length < waiting.length) throw new NotStored();
  return moved;
};

const moveTo = async (storage: string, deps: MoveCommandsDeps): Promise<number> => {
  const { db, signal } = deps;
  const index = await indexAt(storage, deps);
  if (!index) {
    await keepCommandsHere(storage, db);
    return 0;
  }
  let moved = 0;
  for (;;) {
    signal?.throwIfAborted();
    const waiting = await waitingCommands(storage, batch, db);
    if (waiting.length > 0) moved += await deliver(index, waiting, storage, db);
    if (waiting.length < batch) return moved;
  }
};

/** Moves commands to the storages where they belong. What fails waits in the database, and is told once. */
export const moveCommands = async (deps: MoveCommandsDeps): Promise<number> => {
  let moved = 0;
  for (const storage of await awaitedStorages(deps.db))
    try {
      moved += await moveTo(storage, deps);
      await noteStorageSuccess('command', storage, deps.db);
    } catch (error) {
      deps.signal?.throwIfAborted();
      const cause = causeOf(error);
      deps.log?.(`${storage}: ${cause}`);
      await noteStorageFailure('command', { id: storage, cause }, deps.db);
    }
  return moved;
};
