import type { JobWithMetadata } from 'pg-boss';
import type { Database } from '../database.ts';
import { FinalFailure, type Job } from './defineJob.ts';
import { createReporter } from './reporter.ts';
import { type Attempt, recordEnd, recordStarted, storedMessage } from './runs.ts';

/** Called with errors of a run or of the queue itself. */
export type Failed = (error: unknown, what: string) => void;

/** Reason of an aborted signal: a user stopped the run. */
export const stopped = new Error('The run was stopped.');
/** Reason of an aborted signal: the server stops. */
export const serverEnds = new Error('The server that ran it ended.');
const overdue = new Error('The run exceeded its time limit.');

/** Runs in this process, by id. */
export type Running = Map<string, AbortController>;

type Deps = { db: Database; running: Running; failed: Failed; server?: string };

/** Records a failed attempt. Returns whether the queue must learn of the failure. */
const recordFailure = async (
  error: unknown,
  { run, name, isLast, reason }: { run: Attempt; name: string; isLast: boolean; reason: unknown },
  { db, failed }: Deps,
): Promise<boolean> => {
  if (reason === stopped) return false;
  if (reason !== serverEnds) failed(error, name);
  if (error instanceof FinalFailure) {
    await recordEnd(run, 'failed', storedMessage(error), db);
    return false;
  }
  const last = reason === serverEnds ? 'interrupted' : 'failed';
  await recordEnd(run, isLast ? last : 'queued', storedMessage(error), db);
  return true;
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
  const recordFailed = (error: unknown) =>
    recordFailure(error, { run: { id, attempt }, name, isLast, reason: stopping.signal.reason }, deps);
  let isOverdue = false;
  // A handler that ignores its signal may never return, so its end is not waited for.
  const giveUp = () => {
    // The queue aborts without a reason of its own only at the time limit.
    if (stopping.signal.aborted || signal.reason?.name !== 'AbortError') return;
    isOverdue = true;
    recordFailed(overdue).catch((error: unknown) => failed(error, `end of ${name}`));
  };
  signal.addEventListener('abort', giveUp);
  try {
    const either = AbortSignal.any([signal, stopping.signal]);
    await job.handle(data ?? {}, { id, attempt, signal: either, progress, log });
    await flush();
    if (!isOverdue) await recordEnd({ id, attempt }, 'done', '', db);
  } catch (error) {
    await flush();
    // The queue stores what is thrown as JSON with every property; the message is enough and always fits.
    if (!isOverdue && (await recordFailed(error))) throw new Error(storedMessage(error));
  } finally {
    signal.removeEventListener('abort', giveUp);
    // The next attempt may already be running on this server.
    if (running.get(id) === stopping) running.delete(id);
  }
};
