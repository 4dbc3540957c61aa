import { Readable } from 'node:stream';
import {
  getJobOutput,
  getJobState,
  listJobHosts,
  playJobOutput,
  readJobOutput,
} from '@gatehouse/contract/calls/jobCenter/jobs.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import {
  type HostGroup,
  hostGroups,
  isEnded,
  MOST_HOSTS,
  USUAL_HOSTS,
} from '@gatehouse/contract/ops/jobs.ts';
import { castLines } from '@gatehouse/contract/ops/outputCast.ts';
import { jobexecution } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import { MOST_TARGET_OUTPUT } from '@gatehouse/contract/wire/machineWork.ts';
import { bind, bindWhole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { findRow } from '../../engine/operations/read.ts';
import type { Row } from '../../engine/resource.ts';
import { type Database, isUuid } from '../../platform/database.ts';
import { formatDatetime, instantOf } from '../../platform/time.ts';
import { approvalOfRun } from '../../resources/ops/jobapproval/statements.ts';
import { secondsOfRun, statesOfRuns } from '../../resources/ops/jobexecution/index.ts';
import { materialOf } from '../../resources/ops/jobexecution/statements.ts';
import {
  outputOf,
  type Result,
  resultsOf,
  statesOf,
  targetsPrinted,
  timedOutputOf,
} from '../machineWork/results.ts';
import { pausedStage } from '../machineWork/stages.ts';
import { reviewersOf } from './approval/needed.ts';
import { reasonOf, stateOf, summariesOf, textOf } from './summaries.ts';

type Run = Row<typeof jobexecution>;

const runOf = (id: string, ctx: Context): Promise<Run> => findRow(ctx.engine.resource(jobexecution), id, ctx);

const statusOf = async (row: Run, ctx: Context) => (await statesOfRuns([row], ctx))[0] ?? row.status;

const shownState = (state: Result['state']): Exclude<Result['state'], 'taken'> | 'running' =>
  state === 'taken' ? 'running' : state;

/** The states that a count sums up; all others are failures. */
const statesOfGroup: Record<HostGroup, readonly Result['state'][]> = {
  ok: ['ok'],
  failed: ['failed', 'unreachable', 'refused', 'timeout', 'stopped', 'lost', 'unsupported'],
  skipped: ['skipped'],
  running: ['taken'],
  waiting: ['waiting'],
};

const countsOf = (states: readonly { state: Result['state']; count: number }[]) => {
  const count = (group: HostGroup) =>
    states.reduce((sum, one) => sum + (statesOfGroup[group].includes(one.state) ? one.count : 0), 0);
  return Object.fromEntries(hostGroups.map((group) => [group, count(group)])) as Record<HostGroup, number>;
};

/** Who may decide on a run that waits for its approval, and until when, or what was decided. */
const approvalFacts = async ({ id, org_id, creator, definition, status }: Run, ctx: Context) => {
  if (definition.approval === undefined) return undefined;
  const found = await approvalOfRun(id, ctx.db);
  if (!found) return undefined;
  const until = instantOf(found.date_expired);
  const reviewers = status === 'waiting' ? await reviewersOf(org_id, creator, ctx.db) : [];
  return {
    ...{ status: found.status, decided_by: found.decided_by, comment: found.comment },
    date_expired: until ? formatDatetime(until, ctx.zone) : null,
    reviewers: reviewers.map(({ name }) => name),
    machines: definition.assets.length,
  };
};

/** The facts of a run that its page shows, and with which the form of a quick job is filled again. */
const factsOf = async (row: Run, ctx: Context) => {
  const pause = row.status === 'running' ? await pausedStage(row.id, ctx.db) : undefined;
  const { args, module, runas, runas_policy, timeout, chdir, name, instant, type = 'adhoc' } = row.definition;
  const { canary = '', canary_next = 'user', batch = '' } = row.definition;
  const command = type === 'adhoc' ? args : materialOf(row.definition);
  return {
    ...{ status: await statusOf(row, ctx), seconds: secondsOfRun(row), error: textOf(row.failure, ctx) },
    pause: pause ?? null,
    approval: (await approvalFacts(row, ctx)) ?? null,
    ...{ type, command, module, runas, runas_policy, timeout, chdir, name, canary, canary_next, batch },
    ...{
      job: instant || type === 'upload_file' ? null : row.job,
      date_created: formatDatetime(instantOf(row.date_created) ?? new Date(), ctx.zone),
    },
  };
};

const addHosts = (ports: HttpPorts): void => {
  bind(ports, getJobState, async ({ ctx, params }) => {
    const row = await runOf(params.id, ctx);
    const status = await statusOf(row, ctx);
    const [summary = {}] = await summariesOf([row], ctx);
    return {
      ...{ status, is_finished: isEnded(status), is_success: status === 'success' },
      ...{ time_cost: secondsOfRun(row), job_id: row.job, summary },
    };
  });
  bind(ports, listJobHosts, async ({ ctx, params, query }) => {
    const row = await runOf(params.id, ctx);
    const limit = Math.min(MOST_HOSTS, Number(query.limit ?? USUAL_HOSTS));
    const part = { search: query.search ?? '', limit: limit + 1, offset: Number(query.offset ?? 0) };
    const states = query.state && statesOfGroup[query.state];
    const found = await targetsPrinted({ work: row.id, states, ...part }, ctx.db);
    return {
      ...(await factsOf(row, ctx)),
      counts: countsOf(await statesOf(row.id, ctx.db)),
      hosts: found.slice(0, limit).map((one) => {
        const state = shownState(one.state);
        return {
          ...{ id: one.id, asset: one.asset, name: one.name, state, exit_code: one.exit_code },
          ...{ seconds: one.seconds, reason: reasonOf(one, ctx), size: one.size },
          progress: state === 'running' ? one.progress : null,
          group: `${state} ${one.exit_code ?? ''} ${one.mark}`,
        };
      }),
      has_more: found.length > limit,
    };
  });
  bind(ports, readJobOutput, async ({ ctx, params, query }) => {
    const row = await runOf(params.id, ctx);
    const from = Number(query.from ?? 0);
    const found = isUuid(params.host)
      ? await outputOf({ work: row.id, id: params.host, from }, ctx.db)
      : undefined;
    if (!found) throw new AppError('object_does_not_exist');
    const to = from + [...found.text].length;
    const is_ended = found.state !== 'waiting' && found.state !== 'taken';
    return { text: found.text, to, is_ended, is_full: to >= MOST_TARGET_OUTPUT, is_timed: found.is_timed };
  });
};

/** The outputs of a run, one machine after the other, so that only one is in memory. */
const outputLines = async function* (run: Run, results: readonly Result[], ctx: Context, db: Database) {
  for (const one of results) {
    const found = await outputOf({ work: run.id, id: one.id, from: 0 }, db);
    const state = stateOf(one, ctx);
    const code = one.exit_code === null ? '' : ` | rc=${one.exit_code}`;
    const reason = one.error ? ` (${reasonOf(one, ctx)})` : '';
    yield `${one.name} | ${state}${code}${reason} >>\n${found?.text ?? ''}${found?.text.endsWith('\n') ? '' : '\n'}\n`;
  }
};

/** Registers the routes that show the state and the output of each machine of a run. */
export const addHostRoutes = (ports: HttpPorts): void => {
  addHosts(ports);
  bindWhole(ports, playJobOutput, async ({ ctx, params }) => {
    const row = await runOf(params.id, ctx);
    const found = isUuid(params.host)
      ? await timedOutputOf({ work: row.id, id: params.host }, ctx.db)
      : undefined;
    if (!found) throw new AppError('object_does_not_exist');
    return {
      headers: {
        'content-type': 'application/x-asciicast',
        'content-disposition': `attachment; filename="job-${params.host}.cast"`,
        'x-content-type-options': 'nosniff',
      },
      stream: Readable.from(castLines(found)),
      stallMs: 60_000,
    };
  });
  bindWhole(ports, getJobOutput, async ({ ctx, params }) => {
    const row = await runOf(params.id, ctx);
    const results = await resultsOf([row.id], ctx.db);
    return {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `attachment; filename="job-${row.id}.txt"`,
        'x-content-type-options': 'nosniff',
      },
      stream: Readable.from(outputLines(row, results, ctx, ports.db)),
      stallMs: 60_000,
    };
  });
};
