import { type ExportDeps, exportJob, exportToFile } from '../flows/ownWork/exportToFile.ts';
import { handleJob, type Job } from '../platform/jobs/defineJob.ts';

/** Writes the rows of a list to a file for the user who asked for it. */
export const exportRowsJob = (deps: ExportDeps): Job =>
  handleJob(exportJob, (wish, run) => exportToFile(wish, run, deps));
