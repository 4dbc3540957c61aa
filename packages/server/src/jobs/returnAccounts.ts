import type { ChangeDeps } from '../flows/changeSecret/runChange.ts';
import { settleUntouched } from '../flows/changeSecret/settle.ts';
import { returnChange, returnDue } from '../flows/checkout/returnRuns.ts';
import { changeReturned, returnAccounts, settleReturns } from '../flows/checkout/returns.ts';
import { handleJob, type Job } from '../platform/jobs/defineJob.ts';

/** Ends check-outs of accounts in time, and changes the secrets that their holders know. */
export const returnAccountsJobs = (deps: ChangeDeps): Job[] => [
  handleJob(
    returnChange,
    (wish, run) => changeReturned(wish, run, deps),
    async (_wish, run) => {
      await settleUntouched([run.id], deps.db);
      await settleReturns(deps);
    },
  ),
  handleJob(returnDue, (_payload, run) => returnAccounts(run, deps)),
];
