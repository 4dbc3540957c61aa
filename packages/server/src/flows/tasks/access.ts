import { AppError } from '@gatehouse/contract/errors.ts';
import type { Actor, Organization } from '../../engine/context.ts';
import { can } from '../../engine/permission.ts';
import { type Database, isUuid } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { findRun, type RunRecord } from '../../platform/jobs/runs.ts';

/** Whether a user may see a run and read its log: super administrators any, other users those they started. */
export const maySee = (run: Pick<RunRecord, 'creator'>, actor: Pick<Actor, 'id' | 'isSuperuser'>): boolean =>
  actor.isSuperuser || (actor.id !== '' && run.creator === actor.id);

type Reader = { actor: Actor; org: Organization };

/**
 * Whether a user may read the log of a run: of those that users see, and of those whose job lets users with some
 * permission in the organization of the run watch it.
 */
export const mayRead = (
  run: Pick<RunRecord, 'creator' | 'name' | 'payload'>,
  { actor, org }: Reader,
  jobs: Pick<Jobs, 'declared'>,
): boolean => {
  if (maySee(run, actor)) return true;
  const watched = jobs.declared().find(({ name }) => name === run.name)?.watchedBy;
  const { org: place, kind } = run.payload as { org?: unknown; kind?: unknown };
  const need = typeof watched === 'object' ? watched[String(kind)] : watched;
  const isHere = org.isRoot ? org.within?.includes(String(place)) !== false : place === org.id;
  return need !== undefined && isHere && can(actor, need);
};

/** A run whose log a user may read; others do not exist for that user. */
export const findReadRun = async (
  id: string,
  reader: Reader & { db: Database },
  jobs: Pick<Jobs, 'declared'>,
): Promise<RunRecord> => {
  const run = isUuid(id) ? await findRun(id, reader.db) : undefined;
  if (!run || !mayRead(run, reader, jobs)) throw new AppError('object_does_not_exist');
  return run;
};

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
