import {
  getTaskResult,
  openTaskLogPage,
  openTaskMonitor,
  readTaskLog,
} from '@gatehouse/contract/calls/ops.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { bind, bindWhole } from '../../engine/calls/bind.ts';
import type { Answer, HttpPorts } from '../../engine/http.ts';
import type { Jobs } from '../../platform/jobs/createJobs.ts';
import { type RunState, readLog } from '../../platform/jobs/runs.ts';
import { shownError } from '../../resources/shownError.ts';
import { findReadRun } from './access.ts';

/** Maximum length of one part of a log, in characters. */
const mostPart = 10_240;

/** Names that clients of the protocol know for the states of a run. */
const wireStates: Record<RunState, string> = {
  queued: 'PENDING',
  running: 'RUNNING',
  done: 'SUCCESS',
  failed: 'FAILURE',
  stopped: 'FAILURE',
  interrupted: 'FAILURE',
};

const types: ReadonlySet<string> = new Set(['celery', 'ansible', 'task']);

const redirect = (location: string): Answer => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store' },
});

const placeOf = (mark: string | undefined): number => (/^\d{1,15}$/.test(mark ?? '') ? Number(mark) : 0);

/** Registers the logs of runs over HTTP, their results, and the addresses that lead to pages about them. */
export const addTaskLogRoutes = (ports: HttpPorts, jobs: Pick<Jobs, 'declared'>): void => {
  bind(ports, readTaskLog, async ({ ctx, params, query }) => {
    const run = await findReadRun(params.id, ctx, jobs);
    const part = await readLog(run.id, { from: placeOf(query.mark), most: mostPart }, ctx.db);
    if (!part) throw new AppError('object_does_not_exist');
    if (part.state === 'queued' && part.text === '') {
      const isFirst = query.mark === undefined || query.mark === 'undefined';
      return { data: isFirst ? '.' : ctx.t('taskLog.waiting'), end: false, mark: '0' };
    }
    const isEnded = part.state !== 'queued' && part.state !== 'running';
    const isAll = part.to - part.from < mostPart;
    return { data: part.text.replaceAll('\n', '\r\n'), end: isEnded && isAll, mark: String(part.to) };
  });
  bind(ports, getTaskResult, async ({ ctx, params }) => {
    const run = await findReadRun(params.id, ctx, jobs);
    return { id: run.id, result: shownError(run, ctx) || null, state: wireStates[run.state] };
  });
  bindWhole(ports, openTaskLogPage, ({ params }) => {
    const type = types.has(params.type) ? params.type : 'celery';
    return redirect(`/ui/ops/${type}/task/${encodeURIComponent(params.id)}/log/`);
  });
  bindWhole(ports, openTaskMonitor, () => redirect('/ui/settings/task-monitor'));
};
