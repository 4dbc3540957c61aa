import type { JobWithMetadata } from 'pg-boss';
import type { Database } from '../database.ts';
import { FinalFailure, type Job } from './defineJob.ts';
import { createReporter } from './reporter.ts';
import { recordEnd, recordStarted } from './runs.ts';

/** Called with errors of a run or of the queue itself. */
export type Failed = (error: unknown, what: string) => void;

/** Reason of an aborted signal: a user stopped the run. */
export const stopped = new Error('The run was stopped.');
/** Reason of an aborted signal: the server stops. */
export const serverEnds = new Error('The server that ran it ended.');

/** Runs in this process, by id. */
export type Running = Map<string, AbortController>;

type Deps = { db: Database; running: Running; failed: Failed };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Records a failed attempt. Returns whether the queue must learn of the failure. */
const recordFailure = async (
  error: unknown,
  { id, name, isLast, reason }: { id: string; name: string; isLast: boolean; reason: unknown },
  { db, failed }: Deps,
): Promise<boolean> => {
  if (reason === stopped) return false;
  if (reason !== serverEnds) failed(error, name);
  if (error instanceof FinalFailure) {
    await recordEnd(id, 'failed', error.message, db);
    return false;
  }
  const last = reason === serverEnds ? 'interrupted' : 'failed';
  await recordEnd(id, isLast ? last : 'queued', messageOf(error), db);
  return true;
};

/**
 * One attempt at a run: records its start, its reports and its end. Throws when the queue must retry or give
 * up.
 */
export const runOnce = async (job: Job, entry: JobWithMetadata<object>, deps: Deps): Promise<void> => {
  const { db, running, failed } = deps;
  const { id, data, retryCount, retryLimit, signal } = entry;
  const { name } = job.definition;
  const attempt = retryCount + 1;
  if (!(await recordStarted({ id, name, payload: data ?? {}, attempt }, db))) return;
  const stopping = new AbortController();
  running.set(id, stopping);
  const { progress, log, flush } = createReporter(id, db, (error) => failed(error, `report of ${name}`));
  const either = AbortSignal.any([signal, stopping.signal]);
  try {
    await job.handle(data ?? {}, { id, attempt, signal: either, progress, log });
    await flush();
    await recordEnd(id, 'done', '', db);
  } catch (error) {
    await flush();
    const { reason } = stopping.signal;
    if (await recordFailure(error, { id, name, isLast: retryCount >= retryLimit, reason }, deps)) throw error;
  } finally {
    running.delete(id);
  }
};
