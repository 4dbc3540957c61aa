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

/** Does so for all work that no run follows any more, for work that never began, and where the runner never asked about the machine. */
export const settleLeft = async (db: Database): Promise<void> => {
  await settleUntouched(await pendingWorks(db), db);
  await failUnsent(db);
  await failUnreached(db);
};
