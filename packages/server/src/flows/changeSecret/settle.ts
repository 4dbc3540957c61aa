import type { Database } from '../../platform/database.ts';
import { failUnreached } from '../../resources/accounts/changesecretrecord/reached.ts';
import {
  failChanges,
  failUnsent,
  pendingWorks,
} from '../../resources/accounts/changesecretrecord/statements.ts';
import { untouchedTargets } from '../machineWork/statements.ts';

/** Settles the changes of work that reached no machine, because they were skipped or stopped before. */
export const settleUntouched = async (works: readonly string[], db: Database): Promise<void> => {
  for (const work of works) await failChanges(work, await untouchedTargets(work, db), db);
};

/** Settles the changes of work that no run follows any more, that never began, or whose runner never asked about the machine. */
export const settleLeft = async (db: Database): Promise<void> => {
  await settleUntouched(await pendingWorks(db), db);
  await failUnsent(db);
  await failUnreached(db);
};
