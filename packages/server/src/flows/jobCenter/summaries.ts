import type { Message } from '@gatehouse/contract/errors.ts';
import { isEnded, MOST_JOB_ASSETS } from '@gatehouse/contract/ops/jobs.ts';
import type { JobSummary, jobexecution } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import type { Context } from '../../engine/context.ts';
import type { Row } from '../../engine/resource.ts';
import { type Result, resultsOf } from '../machineWork/results.ts';

type Execution = Row<typeof jobexecution>;

/** A text in the reader's language; empty for none. */
export const textOf = (message: Message | null, ctx: Pick<Context, 't'>): string =>
  message ? ctx.t(`errors.${message.key}`, message.params) : '';

const open: ReadonlySet<string> = new Set(['waiting', 'taken']);

/** Why a machine did not succeed, in the reader's language; empty while it still may. */
export const reasonOf = (
  { error, state }: Pick<Result, 'error' | 'state'>,
  ctx: Pick<Context, 't'>,
): string =>
  state === 'ok' || open.has(state) ? '' : textOf(error, ctx) || ctx.t(`jobs.work.states.${state}`);

/** The state of a machine, in the reader's language. */
export const stateOf = ({ state }: Pick<Result, 'state'>, ctx: Pick<Context, 't'>): string =>
  ctx.t(open.has(state) ? 'ops.jobexecution.choices.status.running' : `jobs.work.states.${state}`);

const dark: ReadonlySet<string> = new Set(['unreachable', 'refused']);

/** Names as the protocol spells them. */
const wireName = (name: string): string => name.replace(/[ [\]/]/g, '_');

const summaryOf = (
  results: readonly Result[],
  { failure, isFinished }: { failure: Message | null; isFinished: boolean },
  ctx: Context,
): JobSummary => {
  const ended = results.filter(({ state }) => !open.has(state));
  const byReason = (some: readonly Result[]) =>
    Object.fromEntries(some.map((one) => [wireName(one.name), reasonOf(one, ctx)]));
  const excludes = { excludes: byReason(ended.filter(({ state }) => state === 'skipped')) };
  const error = failure && { error: textOf(failure, ctx) };
  if (!isFinished) return { ...(results.length > 0 && excludes) };
  const others = ended.filter(({ state }) => state !== 'ok' && state !== 'skipped');
  return {
    ok: ended.filter(({ state }) => state === 'ok').map(({ name }) => wireName(name)),
    failures: byReason(others.filter(({ state }) => !dark.has(state))),
    dark: byReason(others.filter(({ state }) => dark.has(state))),
    skipped: [],
    ...excludes,
    ...error,
  };
};

/** Most machines of which one answer tells, shared among its runs: all of one run, fewer of each in a long list. */
const mostNamed = 2 * MOST_JOB_ASSETS;

/** What became of the machines of runs (reference 06 §A.3). */
export const summariesOf = async (rows: readonly Execution[], ctx: Context): Promise<JobSummary[]> => {
  const results = await resultsOf(
    rows.map(({ id }) => id),
    ctx.db,
    Math.ceil(mostNamed / Math.max(1, rows.length)),
  );
  const byRun = Map.groupBy(results, ({ work }) => work);
  return rows.map(({ id, failure, status }) =>
    summaryOf(byRun.get(id) ?? [], { failure: failure ?? null, isFinished: isEnded(status) }, ctx),
  );
};
