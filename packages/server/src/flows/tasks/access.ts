import { AppError } from '@gatehouse/contract/errors.ts';
import type { Actor } from '../../engine/context.ts';
import { type Database, isUuid } from '../../platform/database.ts';
import { findRun, type RunRecord } from '../../platform/jobs/runs.ts';

/** Whether a user may see a run and read its log: super administrators any, other users those they started. */
export const maySee = (run: Pick<RunRecord, 'creator'>, actor: Pick<Actor, 'id' | 'isSuperuser'>): boolean =>
  actor.isSuperuser || (actor.id !== '' && run.creator === actor.id);

/** A run that a user may see; others do not exist for that user. */
export const findSeenRun = async (
  id: string,
  actor: Pick<Actor, 'id' | 'isSuperuser'>,
  db: Database,
): Promise<RunRecord> => {
  const run = isUuid(id) ? await findRun(id, db) : undefined;
  if (!run || !maySee(run, actor)) throw new AppError('object_does_not_exist');
  return run;
};
