import type { ActAsDeps } from '../flows/ownWork/actAs.ts';
import { fetchJob, fetchPlaybook } from '../flows/playbooks/repository/fetchPlaybook.ts';
import { handleJob, type Job } from '../platform/jobs/defineJob.ts';

/** Fetches the files of a playbook from its repository. */
export const fetchPlaybookJob = (deps: ActAsDeps): Job =>
  handleJob(fetchJob, (wish, run) => fetchPlaybook(wish, run, deps));
