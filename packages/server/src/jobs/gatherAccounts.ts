import { accountSearch } from '../flows/gatherAccounts/planRuns.ts';
import { runAccountSearch, type SearchDeps, settleAccountSearch } from '../flows/gatherAccounts/runSearch.ts';
import { handleJob, type Job } from '../platform/jobs/defineJob.ts';

/** Looks for accounts on machines, as plans say. */
export const gatherAccountsJob = (deps: SearchDeps): Job =>
  handleJob(
    accountSearch,
    (wish, run) => runAccountSearch(wish, run, deps),
    (wish, run) => settleAccountSearch(wish, run, deps),
  );
