import { randomUUID } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import { MOST_WAITING } from '@gatehouse/contract/ops/jobApprovals.ts';
import { jobapproval } from '@gatehouse/contract/resources/ops/jobapproval.ts';
import { type Context, displayOf } from '../../../engine/context.ts';
import type { Cache } from '../../../platform/cache.ts';
import type { Settings } from '../../../platform/settings.ts';
import {
  type Asked,
  addApproval,
  outdateStanding,
  standingOf,
  waitingOf,
} from '../../../resources/ops/jobapproval/statements.ts';
import {
  addJobRun,
  materialOf,
  type NewJobRun,
  noteApproval,
} from '../../../resources/ops/jobexecution/statements.ts';
import { storedUsers } from '../../../resources/users/user/statements.ts';
import { holdUpload } from '../../fileTransfer/uploads.ts';
import { notify } from '../../notifications/notify.ts';
import { withParameters } from '../variables.ts';
import { type AskedRun, askedNow } from './asked.ts';
import { reviewersOf } from './needed.ts';

/** What is needed to request approval. */
export type RequestDeps = { settings: Pick<Settings, 'get'>; cache: Pick<Cache, 'increment'> };

/** How many messages reviewers get about requests of one user, and within how many seconds; the page lists all. */
const told = { most: 5, seconds: 600 } as const;

type Wish = AskedRun & ({ run: string; job?: undefined } | { run?: undefined; job: string });

const ask = async (wish: Wish, asked: Asked, deps: RequestDeps, ctx: Context): Promise<string> => {
  const { org, creator: applicant, definition, parameters, run, job } = wish;
  const reviewers = await reviewersOf(org, applicant, ctx.db);
  if (reviewers.length === 0) throw new AppError('job_no_reviewer');
  if ((await waitingOf(applicant, ctx.db)) >= MOST_WAITING)
    throw new AppError('too_many_runs', { max: MOST_WAITING }, { messageKey: 'job_approval_many' });
  const id = randomUUID();
  const material = withParameters(materialOf(definition), definition, parameters);
  const hours = deps.settings.get('JOB_APPROVAL_HOURS');
  const of = { id, org, applicant, material, definition, parameters, hours };
  await addApproval(run === undefined ? { ...of, job } : { ...of, run }, asked, ctx.db);
  const field = (name: string) => ctx.t(`ops.jobapproval.fields.${name}`);
  const [user] = await storedUsers([applicant], ctx.db);
  const by = user ? displayOf(user) : '';
  await ctx.engine.record(
    [
      {
        action: 'create',
        resource: ctx.engine.resource(jobapproval),
        row: { id, org_id: org },
        display: definition.name,
        diff: {
          [field('applicant')]: ['', by],
          [field('material')]: ['', material],
          [field('machines_amount')]: ['', String(asked.machines.length)],
        },
      },
    ],
    ctx,
  );
  const count = await deps.cache.increment(`approvals:${org}:${applicant}`, told.seconds, ctx.db);
  if (count > told.most) return id;
  const params = { by, job: definition.name, approval: id, count: asked.machines.length };
  const ids = reviewers.map((reviewer) => reviewer.id);
  await notify(ids, { key: 'job_to_approve', params }, ctx.db, { org });
  return id;
};

/** Records a run that waits for a second person, and requests that; nothing of it is in the queue. */
export const askForRun = async (run: NewJobRun, deps: RequestDeps, ctx: Context): Promise<void> => {
  const { id, org, creator, definition, parameters } = run;
  await addJobRun(run, ctx.db, 'waiting');
  const wish = { org, creator, definition, parameters };
  const approval = await ask({ ...wish, run: id }, await askedNow(wish, ctx.db), deps, ctx);
  await noteApproval(id, approval, ctx.db);
  if (definition.upload) await holdUpload(definition.upload, deps.settings.get('JOB_APPROVAL_HOURS'), ctx.db);
};

/**
 * The approval under which a job runs by its schedule, as the job is now; undefined: it is requested, unless it waits
 * already. What was requested or approved for an earlier state of the job ends.
 */
export const scheduleApproval = async (
  { job, ...wish }: AskedRun & { job: string },
  deps: RequestDeps,
  ctx: Context,
): Promise<string | undefined> => {
  const asked = await askedNow(wish, ctx.db);
  const standing = await standingOf(job, ctx.db);
  if (standing?.digest === asked.digest) return standing.status === 'approved' ? standing.id : undefined;
  await outdateStanding(job, ctx.db);
  await ask({ ...wish, job }, asked, deps, ctx);
  return undefined;
};
