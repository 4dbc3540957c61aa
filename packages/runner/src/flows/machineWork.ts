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

/** What a runner has room for, what it holds, which of that waits for its turn, and methods for which it has no room. */
export type Asked = { places: number; holding: string[]; waiting: string[]; full: string[] };

/** The calls for work on machines. */
export type MachineWorkApi = {
  take: (asked: Asked) => Promise<Taken>;
  report: (reports: TargetReport[]) => Promise<void>;
  output: (outputs: TargetOutput[]) => Promise<void>;
};

type CarryOut = (
  target: Target,
  deps: Required<Pick<WayDeps, 'signal' | 'print' | 'progress' | 'placed' | 'pauseTime'>>,
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
  { carryOut, outputs, waits }: { carryOut: CarryOut; outputs: Outputs; waits: (isWaiting: boolean) => void },
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
    waits(true);
    return () => {
      waits(false);
      startTime();
    };
  };
  startTime();
  let files: number | null = null;
  const placed = (count: number) => {
    files = count;
  };
  const report = (told: Pick<TargetReport, 'status'> & Partial<TargetReport>): TargetReport => ({
    ...{ id, placed: files },
    ...{ error: null, output: '', times: [], facts: null, accounts: null, holds: null, exit_code: null },
    ...told,
    ...{ date_start, date_end: new Date().toISOString() },
  });
  try {
    stop.signal.throwIfAborted();
    const outcome = await unlessAborted(
      carryOut(target, { ...printed, placed, signal: stop.signal, pauseTime }),
      stop.signal,
    );
    return report({ status: 'ok', ...outcome, ...printed.close() });
  } catch (error) {
    const { status, key, params, output, holds, exitCode } = targetFailure(error, connection);
    const { output: kept, times } = printed.close();
    const told = { output: kept || output, times, exit_code: exitCode };
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

/** How many targets may be taken: those that wait for their turn need no place yet. */
const roomFor = (of: { places: number; running: number; waiting: number; held: number }): number =>
  Math.max(0, Math.min(MOST_TARGETS, of.places - (of.running - of.waiting), MOST_HELD - of.held));

/** A target that is carried out. */
type Running = { work: string; stop: AbortController; ended: Promise<void> };

const endAll = async (all: readonly Running[]): Promise<void> => {
  for (const { stop } of all) stop.abort(stopped());
  await Promise.all(all.map(({ ended }) => ended));
};

/** Notes whether a target waits for its turn, as long as it runs. */
const noteWaiting =
  (id: string, { running, waiting }: { running: ReadonlyMap<string, unknown>; waiting: Set<string> }) =>
  (isWaiting: boolean): void => {
    if (!isWaiting) waiting.delete(id);
    else if (running.has(id)) waiting.add(id);
  };

/** An earlier server has no work on machines. */
const tellNotTaken = (err: unknown, log: Log): void => {
  const isOld = err instanceof Refused && err.status === 404;
  log[isOld ? 'debug' : 'warn']({ err }, 'no work on machines could be taken');
};

type Deps = {
  api: MachineWorkApi;
  /** Targets carried out at the same time. */
  places: number;
  carryOut: CarryOut;
  /** Methods for which there is no room now. */
  full?: () => string[];
  outbox: Outbox;
  log: Log;
};

/** The desk of a runner for work on machines. */
export const createMachineWork = (deps: Deps): MachineWork => {
  const { api, places, log } = deps;
  const running = new Map<string, Running>();
  /** Those of them that wait for their turn. */
  const waiting = new Set<string>();
  const endedWorks = createMemory();
  const reports = createReports({ send: api.report, outbox: deps.outbox });
  const outputs = createOutputs({ send: api.output, log });
  let [isClosed, isAsking] = [false, false];
  /** Whether to ask again once the answer is there, and whether more waited when it was given. */
  let [again, hasMore] = [false, false];

  const begin = (target: Target) => {
    // Given twice, it is carried out once.
    if (running.has(target.id) || reports.holds(target.id)) return;
    const stop = new AbortController();
    if (isClosed || endedWorks.has(target.work)) stop.abort(stopped());
    const entry = { work: target.work, stop, ended: Promise.resolve() };
    running.set(target.id, entry);
    entry.ended = settle(target, stop, {
      ...{ carryOut: deps.carryOut, outputs },
      waits: noteWaiting(target.id, { running, waiting }),
    }).then((report) => {
      running.delete(target.id);
      waiting.delete(target.id);
      reports.add(report);
      log.debug({ target: target.id, status: report.status, error: report.error }, 'a target has ended');
      if (hasMore) ask();
    });
  };
  const take = async (room: number) => {
    try {
      const { targets, unreadable, has_more } = await api.take({
        ...{ places: room, holding: [...running.keys(), ...reports.held()] },
        ...{ waiting: [...waiting], full: deps.full?.() ?? [] },
      });
      // Of those that wait, others may have taken all.
      hasMore = room === 0 || (has_more && targets.length + unreadable.length > 0);
      for (const report of unreadable) reports.add(report);
      if (unreadable.length > 0) log.warn({ unreadable }, 'targets cannot be read');
      for (const target of targets) begin(target);
    } catch (err) {
      hasMore = false;
      tellNotTaken(err, log);
    }
  };
  const free = () => {
    const held = running.size + reports.held().length;
    return roomFor({ places, running: running.size, waiting: waiting.size, held });
  };
  const ask = () => {
    again = true;
    if (isAsking || isClosed) return;
    const room = free();
    // Without room it only says what waits, so that the server does not take it for lost.
    hasMore ||= room === 0;
    if (room === 0 && waiting.size === 0) return;
    isAsking = true;
    again = false;
    void take(room).finally(() => {
      isAsking = false;
      if (again || (hasMore && free() > 0)) ask();
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
      await endAll([...running.values()]);
      reports.flush();
    },
  };
};
