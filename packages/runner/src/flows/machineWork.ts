import type { Outbox } from '@gatehouse/component/flows/outbox.ts';
import { Refused } from '@gatehouse/component/platform/http.ts';
import type { Log } from '@gatehouse/component/platform/log.ts';
import {
  MOST_TARGETS,
  type Target,
  type TargetOutput,
  type TargetReport,
} from '@gatehouse/contract/wire/machineWork.ts';
import { TargetFailure, targetFailure } from '../engine/targetFailure.ts';
import type { Outcome, WayDeps } from '../engine/way.ts';
import { createOutputs, type Outputs } from './outputs.ts';
import { createReports } from './reports.ts';
import type { Taken } from './taken.ts';

/** Takes targets while there is room, carries them out and reports them (decision 0417). */
export type MachineWork = {
  /** Takes what waits, as far as there is room; called whenever something may wait. */
  ask: () => void;
  /** Ends the targets of a work at once. */
  stop: (work: string) => void;
  /** Ends every target; resolves when all are queued for the server. */
  close: () => Promise<void>;
};

/** The calls for work on machines. */
export type MachineWorkApi = {
  take: (places: number, holding: string[]) => Promise<Taken>;
  report: (reports: TargetReport[]) => Promise<void>;
  output: (outputs: TargetOutput[]) => Promise<void>;
};

type CarryOut = (
  target: Target,
  deps: Required<Pick<WayDeps, 'signal' | 'print' | 'progress' | 'pauseTime'>>,
) => Promise<Outcome>;

/** How often a runner asks although it was not told that something waits. */
const ASK_MS = 30_000;
/** Most targets that a call may name as held. */
const MOST_HELD = 1000;
/** How many stopped works are remembered, whose targets may still be on their way to here. */
const REMEMBERED = 100;

const stopped = () => new TargetFailure('stopped', 'machine_stopped');

/** The outcome of work, or the reason of the signal as soon as it is aborted, whatever the work still does. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason);
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });

/** Carries out one target within its time. */
const settle = async (
  target: Target,
  stop: AbortController,
  { carryOut, outputs }: { carryOut: CarryOut; outputs: Outputs },
): Promise<TargetReport> => {
  const { id, timeout, connection } = target;
  const printed = outputs.open(id);
  const date_start = new Date().toISOString();
  const tooLate = () => stop.abort(new TargetFailure('timeout', 'machine_timed_out', { seconds: timeout }));
  let timer: NodeJS.Timeout | undefined;
  const startTime = () => {
    if (!stop.signal.aborted) timer = setTimeout(tooLate, timeout * 1000);
  };
  const pauseTime = () => {
    clearTimeout(timer);
    return startTime;
  };
  startTime();
  const report = (told: Pick<TargetReport, 'status'> & Partial<TargetReport>): TargetReport => ({
    id,
    ...{ error: null, output: '', facts: null, accounts: null, holds: null, exit_code: null },
    ...told,
    ...{ date_start, date_end: new Date().toISOString() },
  });
  try {
    stop.signal.throwIfAborted();
    const outcome = await unlessAborted(
      carryOut(target, { ...printed, signal: stop.signal, pauseTime }),
      stop.signal,
    );
    return report({ status: 'ok', ...outcome, output: printed.close() });
  } catch (error) {
    const { status, key, params, output, holds, exitCode } = targetFailure(error, connection);
    const told = { output: printed.close() || output, exit_code: exitCode };
    return report({ status, error: { key, params }, holds, ...told });
  } finally {
    clearTimeout(timer);
  }
};

/** Remembers the last so many. */
const createMemory = () => {
  const known = new Set<string>();
  return {
    has: (id: string) => known.has(id),
    add: (id: string) => {
      known.add(id);
      for (const oldest of known) {
        if (known.size <= REMEMBERED) break;
        known.delete(oldest);
      }
    },
  };
};

/** The desk of a runner for work on machines. */
export const createMachineWork = (deps: {
  api: MachineWorkApi;
  /** Targets carried out at the same time. */
  places: number;
  carryOut: CarryOut;
  outbox: Outbox;
  log: Log;
}): MachineWork => {
  const { api, places, log } = deps;
  const running = new Map<string, { work: string; stop: AbortController; ended: Promise<void> }>();
  const endedWorks = createMemory();
  const reports = createReports({ send: api.report, outbox: deps.outbox });
  const outputs = createOutputs({ send: api.output, log });
  let isClosed = false;
  let isAsking = false;
  /** Whether to ask again once the answer is there, and whether more waited when it was given. */
  let again = false;
  let hasMore = false;

  const begin = (target: Target) => {
    // Given twice, it is carried out once.
    if (running.has(target.id) || reports.holds(target.id)) return;
    const stop = new AbortController();
    if (isClosed || endedWorks.has(target.work)) stop.abort(stopped());
    const ended = settle(target, stop, { carryOut: deps.carryOut, outputs }).then((report) => {
      running.delete(target.id);
      reports.add(report);
      log.debug({ target: target.id, status: report.status, error: report.error }, 'a target has ended');
      if (hasMore) ask();
    });
    running.set(target.id, { work: target.work, stop, ended });
  };
  const take = async (room: number) => {
    try {
      const { targets, unreadable, has_more } = await api.take(room, [...running.keys(), ...reports.held()]);
      // Of those that wait, others may have taken all.
      hasMore = has_more && targets.length + unreadable.length > 0;
      for (const report of unreadable) {
        log.warn({ target: report.id, error: report.error }, 'a target cannot be read');
        reports.add(report);
      }
      for (const target of targets) begin(target);
    } catch (err) {
      hasMore = false;
      const isOld = err instanceof Refused && err.status === 404;
      log[isOld ? 'debug' : 'warn']({ err }, 'no work on machines could be taken');
    }
  };
  const ask = () => {
    again = true;
    if (isAsking || isClosed) return;
    const held = running.size + reports.held().length;
    const room = Math.min(MOST_TARGETS, places - running.size, MOST_HELD - held);
    if (room < 1) {
      hasMore = true;
      return;
    }
    isAsking = true;
    again = false;
    void take(room).finally(() => {
      isAsking = false;
      if (again || (hasMore && running.size < places)) ask();
    });
  };
  const timer = setInterval(ask, ASK_MS).unref();

  return {
    ask,
    stop: (work) => {
      endedWorks.add(work);
      for (const entry of running.values()) if (entry.work === work) entry.stop.abort(stopped());
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      outputs.end();
      const all = [...running.values()];
      for (const { stop } of all) stop.abort(stopped());
      await Promise.all(all.map(({ ended }) => ended));
      reports.flush();
    },
  };
};
