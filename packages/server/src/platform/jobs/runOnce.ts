import { setTimeout as sleep } from 'node:timers/promises';
import type { JobWithMetadata } from 'pg-boss';
import type { Database } from '../database.ts';
import { outageOf } from '../outage.ts';
import { FinalFailure, type Job, RunError } from './defineJob.ts';
import { createReporter } from './reporter.ts';
import { type Attempt, recordEnd, recordFailure, recordStarted, storedMessage } from './runs.ts';

/** Called with errors of a run or of the queue itself. */
export type Failed = (error: unknown, what: string) => void;

/** Reason of an aborted signal: a user stopped the run. */
export const stopped = new Error('The run was stopped.');
/** Reason of an aborted signal: the server stops. */
export const serverEnds = new RunError('run_server_ended');
const overdue = new RunError('run_overdue');

/** Runs in this process, by id. */
export type Running = Map<string, AbortController>;

type Deps = { db: Database; running: Running; failed: Failed; server?: string };

/** Records a failed attempt. Returns whether the queue must learn of the failure. */
const recordFailed = async (
  error: unknown,
  { run, name, isLast, reason }: { run: Attempt; name: string; isLast: boolean; reason: unknown },
  { db, failed }: Deps,
): Promise<boolean> => {
  if (reason === stopped) return false;
  if (reason !== serverEnds) failed(error, name);
  if (error instanceof FinalFailure) {
    await recordFailure(run, 'failed', error, db);
    return false;
  }
  const last = reason === serverEnds ? 'interrupted' : 'failed';
  await recordFailure(run, isLast ? last : 'queued', error, db);
  return true;
};

/** How often the end of an attempt is recorded again while the database is away, in milliseconds. */
const againMs = 500;

/**
 * Records the end of an attempt once the database can be reached: until the queue missed the attempt, the run would
 * seem to go on, and no other of its job could begin. `isOver`: another attempt records it.
 */
const untilRecorded = async <T>(record: () => Promise<T>, isOver: () => boolean): Promise<T> => {
  for (;;)
    try {
      return await record();
    } catch (error) {
      if (isOver() || !outageOf(error)) throw error;
      await sleep(againMs, undefined, { ref: false });
    }
};

/**
 * One attempt at a run: records its start, its reports and its end. Throws when the queue must retry or give
 * up.
 */
export const runOnce = async (job: Job, entry: JobWithMetadata<object>, deps: Deps): Promise<void> => {
  const { db, running, failed, server } = deps;
  const { id, data, retryCount, retryLimit, signal } = entry;
  const { name } = job.definition;
  const attempt = retryCount + 1;
  if (!(await recordStarted({ id, name, payload: data ?? {}, attempt, server }, db))) return;
  const stopping = new AbortController();
  running.set(id, stopping);
  const { progress, log, flush } = createReporter({ id, attempt }, db, (error) =>
    failed(error, `report of ${name}`),
  );
  const isLast = retryCount >= retryLimit;
  const isOver = () => signal.aborted || stopping.signal.reason === serverEnds;
  const failedWith = (error: unknown) => {
    const about = { run: { id, attempt }, name, isLast, reason: stopping.signal.reason };
    let hasTold = false;
    return untilRecorded(() => {
      const quiet = hasTold ? { ...deps, failed: () => undefined } : deps;
      hasTold = true;
      return recordFailed(error, about, quiet);
    }, isOver);
  };
  let isOverdue = false;
  // A handler that ignores its signal may never return, so its end is not waited for.
  const giveUp = () => {
    // The queue aborts without a reason of its own only at the time limit.
    if (stopping.signal.aborted || signal.reason?.name !== 'AbortError') return;
    isOverdue = true;
    failedWith(overdue).catch((error: unknown) => failed(error, `end of ${name}`));
  };
  signal.addEventListener('abort', giveUp);
  try {
    const either = AbortSignal.any([signal, stopping.signal]);
    await job.handle(data ?? {}, { id, attempt, signal: either, progress, log });
    await flush();
    if (!isOverdue) await untilRecorded(() => recordEnd({ id, attempt }, 'done', '', db), isOver);
  } catch (error) {
    await flush();
    // The queue stores what is thrown as JSON with every property; the message is enough and always fits.
    if (!isOverdue && (await failedWith(error))) throw new Error(storedMessage(error));
  } finally {
    signal.removeEventListener('abort', giveUp);
    // The next attempt may already be running on this server.
    if (running.get(id) === stopping) running.delete(id);
  }
};
