import {
  accountPush,
  chosenPush,
  secretChange,
  secretForgetting,
  secretReport,
  secretRetry,
  secretSearch,
} from '../flows/changeSecret/planRuns.ts';
import { sendReport } from '../flows/changeSecret/report/sendReport.ts';
import {
  type ChangeDeps,
  findSecrets,
  forgetOldSecrets,
  pushChosen,
  retrySecretChange,
  runSecretChange,
  settleSecretChange,
} from '../flows/changeSecret/runChange.ts';
import { settleUntouched } from '../flows/changeSecret/settle.ts';
import { handleJob, type Job } from '../platform/jobs/defineJob.ts';

/** Changes the secrets of accounts according to plans, reports that, and finds out which are valid if that is unknown. */
export const changeSecretJobs = (deps: ChangeDeps): Job[] => [
  handleJob(
    secretChange,
    (wish, run) => runSecretChange(wish, run, deps),
    (wish, run) => settleSecretChange(wish, run, deps),
  ),
  handleJob(
    accountPush,
    (wish, run) => runSecretChange(wish, run, deps),
    (wish, run) => settleSecretChange(wish, run, deps),
  ),
  handleJob(
    chosenPush,
    (wish, run) => pushChosen(wish, run, deps),
    (_wish, run) => settleUntouched([run.id], deps.db),
  ),
  handleJob(
    secretRetry,
    (wish, run) => retrySecretChange(wish, run, deps),
    (_wish, run) => settleUntouched([run.id], deps.db),
  ),
  handleJob(secretReport, (wish, run) => sendReport(wish, run, deps)),
  handleJob(secretSearch, (_payload, run) => findSecrets(run, deps)),
  handleJob(secretForgetting, (_payload, run) => forgetOldSecrets(run, deps)),
];
