import type { Database } from '../../platform/database.ts';
import {
  noteFailed as noteCommandFailed,
  noteWorking as noteCommandWorking,
} from '../../resources/terminal/commandstorage/statements.ts';
import {
  noteFailed as noteReplayFailed,
  noteWorking as noteReplayWorking,
} from '../../resources/terminal/replaystorage/statements.ts';
import { publishMessage } from '../notifications/publish.ts';

const kinds = {
  replay: { failed: noteReplayFailed, working: noteReplayWorking },
  command: { failed: noteCommandFailed, working: noteCommandWorking },
};

/** The two kinds of storages. */
export type StorageKind = keyof typeof kinds;

/** Notes that a storage cannot be reached; the first failure after it worked is told to subscribers. */
export const noteStorageFailure = async (
  kind: StorageKind,
  { id, cause }: { id: string; cause: string },
  db: Database,
): Promise<void> =>
  db.transaction(async (tx) => {
    const name = await kinds[kind].failed(id, tx);
    if (name === undefined) return;
    await publishMessage({ key: 'storage_unreachable', params: { storages: `${name}: ${cause}` } }, tx);
  });

/** Notes that a storage cannot be reached, without telling anyone. */
export const markStorage = (kind: StorageKind, id: string, db: Database): Promise<unknown> =>
  kinds[kind].failed(id, db);

/** Notes that a storage works; returns whether it had failed before. */
export const noteStorageSuccess = (kind: StorageKind, id: string, db: Database): Promise<boolean> =>
  kinds[kind].working(id, db);
