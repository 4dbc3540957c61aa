import { jobapproval } from '@gatehouse/contract/resources/ops/jobapproval.ts';
import type { Context } from '../../../engine/context.ts';
import type { Database } from '../../../platform/database.ts';
import {
  type ExpiredApproval,
  expireApproval,
  overdueApprovals,
} from '../../../resources/ops/jobapproval/statements.ts';
import { lockJobRun } from '../../../resources/ops/jobexecution/statements.ts';
import { notify } from '../../notifications/notify.ts';
import { finishRun } from '../carryOutJob.ts';

/** The most requests ended in one pass. */
const mostEnded = 200;

const expire = async (found: ExpiredApproval, ctx: Context): Promise<boolean> => {
  const { id, org_id: org, applicant, run, job, name } = found;
  if (run) await lockJobRun(run, ctx.db);
  if (!(await expireApproval(id, ctx.db))) return false;
  if (run) await finishRun(run, { status: 'failed', failure: { key: 'job_approval_expired' } }, ctx.db);
  const resource = ctx.engine.resource(jobapproval);
  const status: [string, string] = [
    ctx.t('ops.jobapproval.choices.status.waiting'),
    ctx.t('ops.jobapproval.choices.status.expired'),
  ];
  const diff = { [ctx.t('ops.jobapproval.fields.status')]: status };
  await ctx.engine.record(
    [{ action: 'close', resource, row: { id, org_id: org }, display: name, diff }],
    ctx,
  );
  if (run)
    await notify([applicant], { key: 'job_approval_expired', params: { job: name, run } }, ctx.db, { org });
  else if (job)
    await notify([applicant], { key: 'schedule_approval_expired', params: { job: name, id: job } }, ctx.db, {
      org,
    });
  return true;
};

/** Ends the requests that were not decided in time, with their runs, and tells their applicants; returns how many. */
export const expireApprovals = async (
  db: Database,
  inContext: (db: Database) => Context,
  signal: AbortSignal,
): Promise<number> => {
  let count = 0;
  for (const found of await overdueApprovals(mostEnded, db)) {
    signal.throwIfAborted();
    if (await db.transaction((tx) => expire(found, inContext(tx)))) count += 1;
  }
  return count;
};
