import { type ImportDeps, importFromFile, importJob, settleImport } from '../flows/ownWork/importFromFile.ts';
import { handleJob, type Job } from '../platform/jobs/defineJob.ts';

/** Stores the rows that a user sent, batch after batch. */
export const importRowsJob = (deps: ImportDeps): Job =>
  handleJob(
    importJob,
    (wish, run) => importFromFile(wish, run, deps),
    (wish, run) => settleImport(wish, run, deps),
  );
