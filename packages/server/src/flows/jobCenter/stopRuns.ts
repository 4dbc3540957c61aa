import type { Database } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { removeJobsOf } from '../../resources/ops/job/statements.ts';
import { withdrawApprovalsOf } from '../../resources/ops/jobapproval/statements.ts';
import { type Owners, unendedRunsOf } from '../../resources/ops/jobexecution/statements.ts';
import { endWork } from '../machineWork/statements.ts';
import { finishRun } from './carryOutJob.ts';
import { jobRun } from './runJob.ts';

/** What is needed to stop runs. */
export type StopDeps = { jobs: Pick<Jobs, 'stop'> };

/**
 * Stops the runs of users who are disabled or about to be deleted, or in organizations that are: the commands on machines
 * as well. Their entries in the log of jobs say that they ended, in the same transaction.
 */
export const stopRunsOf = async (owners: Owners, { jobs }: StopDeps, db: Database): Promise<void> => {
  await withdrawApprovalsOf(owners.users ?? [], db);
  for (const id of await unendedRunsOf(owners, db)) {
    await jobs.stop(id, db);
    await endWork(id, db);
    await finishRun(id, { status: 'failed', failure: { key: 'job_user_may_not' } }, db);
  }
};

/** Removes the jobs of users, or in organizations, that are about to be deleted, with their schedules; stops their runs. */
export const forgetJobs = async (
  owners: Owners,
  { jobs }: { jobs: Pick<Jobs, 'stop' | 'unplanFor'> },
  db: Database,
): Promise<void> => {
  await stopRunsOf(owners, { jobs }, db);
  const ids = await removeJobsOf(owners, db);
  if (ids.length > 0) await jobs.unplanFor(jobRun, ids, db);
};
