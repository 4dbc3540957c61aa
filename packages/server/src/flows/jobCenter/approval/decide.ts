import type { jobApprovalActions } from '@gatehouse/contract/actions/ops.ts';
import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { ApprovalState } from '@gatehouse/contract/ops/jobApprovals.ts';
import { jobapproval } from '@gatehouse/contract/resources/ops/jobapproval.ts';
import { type Context, displayOf } from '../../../engine/context.ts';
import type { Row } from '../../../engine/resource.ts';
import type { Jobs } from '../../../platform/jobs/createJobs.ts';
import { logJobRun } from '../../../resources/audits/joblog/statements.ts';
import { type Decision, decideApproval } from '../../../resources/ops/jobapproval/statements.ts';
import { lockJobRun, releaseJobRun } from '../../../resources/ops/jobexecution/statements.ts';
import { storedUsers } from '../../../resources/users/user/statements.ts';
import { notify } from '../../notifications/notify.ts';
import { finishRun } from '../carryOutJob.ts';
import { jobRun } from '../runJob.ts';
import { askedNow } from './asked.ts';
import type { RequestDeps } from './request.ts';

/** What is needed to decide. */
export type DecideDeps = RequestDeps & { jobs: Pick<Jobs, 'enqueue'> };

type Approval = Row<typeof jobapproval>;
type Shapes = (typeof jobApprovalActions)['shapes'];

/** A request as it was made. */
export const askedOf = ({ org_id: org, applicant: creator, definition, parameters }: Approval) => ({
  ...{ org, creator, definition },
  parameters,
});

const settle = async (
  row: Approval,
  decision: Pick<Decision, 'from' | 'to' | 'comment' | 'hours'>,
  ctx: Context,
): Promise<void> => {
  const by = displayOf(ctx.actor);
  if (!(await decideApproval({ id: row.id, by, ...decision }, ctx.db)))
    throw new AppError('approval_decided');
  const { from, to, comment } = decision;
  const stateOf = (state: ApprovalState) => ctx.t(`ops.jobapproval.choices.status.${state}`);
  const diff: Record<string, [string, string]> = {
    [ctx.t('ops.jobapproval.fields.status')]: [stateOf(from), stateOf(to)],
    ...(comment && { [ctx.t('ops.jobapproval.fields.comment')]: ['', comment] }),
  };
  const action = to === 'approved' ? 'approve' : 'reject';
  const resource = ctx.engine.resource(jobapproval);
  await ctx.engine.record([{ action, resource, row, display: row.definition.name, diff }], ctx);
};

type Told = 'approved' | 'rejected' | 'revoked';

const tell = (
  { applicant, definition, org_id: org, run, job }: Approval,
  told: Told,
  reason: string,
  ctx: Context,
) => {
  const params = { by: displayOf(ctx.actor), job: definition.name, reason };
  const options = { sender: ctx.actor.id, org };
  if (job)
    return notify([applicant], { key: `schedule_${told}`, params: { ...params, id: job } }, ctx.db, options);
  if (!run || told === 'revoked') return undefined;
  return notify([applicant], { key: `job_${told}`, params: { ...params, run } }, ctx.db, options);
};

/** Puts an approved run into the queue, in the name of its applicant, and into the log of jobs. */
const release = async (
  { applicant, material, org_id: org, definition }: Approval,
  run: string,
  { jobs }: DecideDeps,
  ctx: Context,
): Promise<void> => {
  const [user] = await storedUsers([applicant], ctx.db);
  const by = user ? displayOf(user) : '';
  await jobs.enqueue(
    jobRun,
    { org, language: ctx.language },
    { db: ctx.db, id: run, by, creator: applicant },
  );
  const { type = 'adhoc' } = definition;
  await logJobRun({ id: run, org, creator: by, type, material }, ctx.db);
};

/** Approves exactly what the caller was shown: a run begins, or a schedule is in force. */
export const approve = async (
  row: Approval,
  { digest, comment }: BodyOf<Shapes['approve']>,
  deps: DecideDeps,
  ctx: Context,
): Promise<void> => {
  // Rows are locked in the order in which the end of a run locks them: the run first.
  if (row.run && !(await releaseJobRun(row.run, ctx.db))) throw new AppError('approval_decided');
  const hours = row.run ? deps.settings.get('JOB_APPROVAL_HOURS') : null;
  await settle(row, { from: 'waiting', to: 'approved', comment, hours }, ctx);
  if (digest !== row.digest || (await askedNow(askedOf(row), ctx.db)).digest !== digest)
    throw new AppError('approval_changed');
  if (row.run) await release(row, row.run, deps, ctx);
  await tell(row, 'approved', comment, ctx);
};

/** Rejects a request; its run ends before it has begun. */
export const reject = async (row: Approval, comment: string, ctx: Context): Promise<void> => {
  const failure = { key: 'job_rejected', params: { by: displayOf(ctx.actor), reason: comment } };
  const of = { from: 'waiting', to: 'rejected', comment, hours: null } as const;
  if (row.run) await lockJobRun(row.run, ctx.db);
  await settle(row, of, ctx);
  if (row.run) await finishRun(row.run, { status: 'failed', failure }, ctx.db);
  await tell(row, 'rejected', comment, ctx);
};

/** Withdraws the approval of a schedule. */
export const revoke = async (row: Approval, comment: string, ctx: Context): Promise<void> => {
  await settle(row, { from: 'approved', to: 'withdrawn', comment, hours: null }, ctx);
  await tell(row, 'revoked', comment, ctx);
};
