import { carryOutJob, type JobDeps, settleJob } from '../flows/jobCenter/carryOutJob.ts';
import { jobRun } from '../flows/jobCenter/runJob.ts';
import { handleJob, type Job } from '../platform/jobs/defineJob.ts';

/** Runs the command of a job on machines. */
export const runJob = (deps: JobDeps): Job =>
  handleJob(
    jobRun,
    (wish, run) => carryOutJob(wish, run, deps),
    (_wish, run) => settleJob(run, deps),
  );
