import { secretChange, secretSearch } from '../flows/changeSecret/planRuns.ts';
import {
  type ChangeDeps,
  findSecrets,
  runSecretChange,
  settleSecretChange,
} from '../flows/changeSecret/runChange.ts';
import { handleJob, type Job } from '../platform/jobs/defineJob.ts';

/** Changes the secrets of accounts as plans say, and finds out which ones hold where that is not known. */
export const changeSecretJobs = (deps: ChangeDeps): Job[] => [
  handleJob(
    secretChange,
    (wish, run) => runSecretChange(wish, run, deps),
    (_wish, run) => settleSecretChange(run, deps),
  ),
  handleJob(secretSearch, (_payload, run) => findSecrets(run, deps)),
];
