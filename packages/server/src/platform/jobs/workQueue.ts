import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { type Database, isUuid } from '../database.ts';
import { bossTransaction } from './bossDatabase.ts';
import type { Job, JobDefinition } from './defineJob.ts';
import { serverEnds } from './runOnce.ts';
import { findRun, type RunState, recordFailure, runsOn } from './runs.ts';

/**
 * How often the queue is checked, in seconds. Notifications announce new runs; this finds retries and dead
 * servers.
 */
export type JobPace = { poll: number; cron: number; heartbeat: number; supervise: number };

/** Queue for runs that failed for good, including those whose server died. */
const endedQueue = 'ended';
const keptDays = 7;
const daySeconds = 86_400;

const queueOf = ({ schedule, concurrency, ...job }: JobDefinition, pace: JobPace) => ({
  // Scheduled runs do not overlap, and at most one of them waits; other runs wait for their turn.
  policy: schedule ? 'stately' : concurrency === 1 ? 'singleton' : 'standard',
  notify: true,
  retryLimit: job.retries,
  retryDelay: job.retryDelaySeconds ?? 1,
  retryBackoff: true,
  expireInSeconds: job.timeoutSeconds,
  heartbeatSeconds: pace.heartbeat,
  deleteAfterSeconds: keptDays * daySeconds,
  deadLetter: endedQueue,
});

const polling = (pace: JobPace) => ({
  includeMetadata: true as const,
  pollingIntervalSeconds: pace.poll,
  notifyPollingIntervalSeconds: pace.poll,
});

/**
 * Options for sending a run: where runs may be concurrent, they form one group, by which the queue limits
 * their number.
 */
export const sendOptions = ({ name, concurrency }: JobDefinition) =>
  concurrency > 1 ? { group: { id: name } } : {};

/** Creates a job's queue from its definition and runs what arrives. */
export const workQueue = async (
  job: Job,
  { boss, pace }: { boss: PgBoss; pace: JobPace },
  run: (job: Job, entry: JobWithMetadata<object>) => Promise<void>,
): Promise<void> => {
  const { name, concurrency } = job.definition;
  const { policy, ...options } = queueOf(job.definition, pace);
  await boss.createQueue(name, { policy, ...options });
  await boss.updateQueue(name, options);
  const limits = { localConcurrency: concurrency, ...(concurrency > 1 && { groupConcurrency: concurrency }) };
  await boss.work<object>(name, { ...polling(pace), ...limits }, async (batch) => {
    for (const entry of batch) await run(job, entry as JobWithMetadata<object>);
  });
};

/** What a job makes of a run that no attempt follows. */
const settle = async (id: string, jobs: readonly Job[], db: Database): Promise<void> => {
  const run = await findRun(id, db);
  const job = run && jobs.find(({ definition }) => definition.name === run.name);
  if (job) await job.settle?.(run.payload, { ...run, isStopped: run.state === 'stopped' });
};

/** Seconds that the handler of a run that was stopped gets to note its end. */
const stopSeconds = 60;

/** Has a job make the best of a run that was stopped: now if it only waited, else soon, should its server be gone. */
export const settleStopped = async (
  boss: PgBoss,
  { id, state }: { id: string; state: RunState },
  db: Database,
): Promise<void> => {
  const startAfter = state === 'queued' ? 0 : stopSeconds;
  await boss.send(endedQueue, { run: id }, { startAfter, db: bossTransaction(db) });
};

/**
 * Marks as interrupted the runs whose server died before it could record their failure, and lets their jobs, and
 * those of runs that failed for good, make the best of it.
 */
export const markInterrupted = async (
  boss: PgBoss,
  { pace, jobs, db }: { pace: JobPace; jobs: readonly Job[]; db: Database },
): Promise<void> => {
  await boss.createQueue(endedQueue, { notify: true, deleteAfterSeconds: daySeconds });
  await boss.work<{ run?: unknown }>(endedQueue, polling(pace), async (batch) => {
    for (const { sourceId, data } of batch as JobWithMetadata<{ run?: unknown }>[]) {
      if (sourceId) await recordFailure({ id: sourceId }, 'interrupted', serverEnds, db);
      // Dead letters have the payload of their run, which may name anything.
      const id = sourceId ?? (isUuid(data?.run) ? data.run : undefined);
      if (id !== undefined) await settle(id, jobs, db);
    }
  });
};

/**
 * Ends the attempts of a server that is gone, before the queue misses its heartbeats. Those that may be retried are
 * retried at once, because the pause after a failure is for what fails again.
 */
export const giveBackRuns = async (boss: PgBoss, server: string, db: Database): Promise<void> => {
  for (const { id, name, attempt } of await runsOn(server, db)) {
    await boss.fail(name, { id, retryCount: attempt - 1 }, { message: serverEnds.message });
    await boss.update(name, undefined, { id, startAfter: 0 });
  }
};
