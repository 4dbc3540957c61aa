import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { type Database, databaseOf } from '../database.ts';
import { type Events, publish } from '../events.ts';
import type { Notices } from '../notices.ts';
import { bossDatabase, bossTransaction } from './bossDatabase.ts';
import type { Job, JobDefinition } from './defineJob.ts';
import { type Failed, type Running, runOnce, serverEnds, stopped } from './runOnce.ts';
import { findRun, recordEnd, recordQueued } from './runs.ts';
import { type JobPace, markInterrupted, sendOptions, workQueue } from './workQueue.ts';

/** Background work, shared by all servers on the database. */
export type Jobs = {
  /** Starts the queue: creates its schema, plans the schedules, runs what is due. */
  start(jobs: readonly Job[], failed: Failed): Promise<void>;
  /**
   * Enqueues a run, inside a transaction when `db` is one; returns its id, or undefined when the job is a
   * scheduled one and a run of it is already waiting.
   */
  enqueue<P extends z.ZodObject>(
    job: JobDefinition<P>,
    payload: z.input<P>,
    options: { db: Database; by?: string },
  ): Promise<string | undefined>;
  /** Stops a run on any server; returns whether there was a stoppable one. */
  stop(id: string, db: Database): Promise<boolean>;
  /**
   * Aborts the runs of this server and waits for them to end, up to the timeout. Those that do not complete
   * are retried or marked as interrupted.
   */
  close(timeoutMs: number): Promise<void>;
};

type Deps = {
  pool: pg.Pool;
  notices: Notices;
  events: Events;
  /** Time zone of schedules. */
  zone: string;
  pace?: Partial<JobPace>;
};

const usualPace: JobPace = { poll: 30, cron: 30, heartbeat: 30, supervise: 60 };
const hourSeconds = 3_600;

/** The pg-boss queue over our connections, tuned to be quiet when idle. Loaded when needed. */
const openBoss = async ({ pool, notices }: Deps, pace: JobPace): Promise<PgBoss> => {
  const { PgBoss: Boss } = await import('pg-boss');
  return new Boss({
    db: bossDatabase(pool, notices),
    schema: 'pgboss',
    useListenNotify: true,
    registerInstance: false,
    monitorVacuum: false,
    cronMonitorIntervalSeconds: pace.cron,
    cronWorkerIntervalSeconds: pace.cron,
    clockMonitorIntervalSeconds: 600,
    superviseIntervalSeconds: pace.supervise,
    monitorIntervalSeconds: pace.supervise,
    flowIntervalSeconds: hourSeconds,
  });
};

/** The jobs port on pg-boss (docs/decisions/0151). */
export const createJobs = (deps: Deps): Jobs => {
  const pace = { ...usualPace, ...deps.pace };
  const db = databaseOf(deps.pool);
  const running: Running = new Map();
  const stoppable = new Set<string>();
  let boss: PgBoss | undefined;
  const started = (): PgBoss => {
    if (!boss) throw new Error('The job queue has not been started.');
    return boss;
  };
  /**
   * The stored state decides: after a lost connection it is unknown which runs were stopped, so all running
   * ones are checked.
   */
  const abortStopped = async (ids: string[]): Promise<void> => {
    for (const id of ids) if ((await findRun(id, db))?.state === 'stopped') running.get(id)?.abort(stopped);
  };
  const start: Jobs['start'] = async (jobs, failed) => {
    const queue = await openBoss(deps, pace);
    queue.on('error', (error) => failed(error, 'job queue'));
    await queue.start();
    boss = queue;
    await markInterrupted(queue, pace, db);
    for (const job of jobs) {
      if (job.definition.isStoppable) stoppable.add(job.definition.name);
      await workQueue(job, { boss: queue, pace, zone: deps.zone }, (of, entry) =>
        runOnce(of, entry, { db, running, failed }),
      );
    }
    deps.events.on('job_stop', (id) => {
      const ids = id === undefined ? [...running.keys()] : [id];
      void abortStopped(ids).catch((error: unknown) => failed(error, 'job stop'));
    });
  };
  return {
    start,
    enqueue: async (job, payload, { db: at, by = '' }) => {
      const parsed = job.payload.parse(payload);
      const id = randomUUID();
      const sent = await started().send(job.name, parsed, {
        ...sendOptions(job),
        id,
        db: bossTransaction(at),
      });
      if (!sent) return undefined;
      await recordQueued({ id, name: job.name, payload: parsed, by }, at);
      return id;
    },
    stop: async (id, at) => {
      const found = await findRun(id, at);
      if (!found || !stoppable.has(found.name) || !['queued', 'running'].includes(found.state)) return false;
      await started().cancel(found.name, id, { db: bossTransaction(at) });
      await recordEnd({ id }, 'stopped', '', at);
      await publish(at, 'job_stop', id);
      return true;
    },
    close: async (timeoutMs) => {
      for (const controller of running.values()) controller.abort(serverEnds);
      await boss?.stop({ close: false, graceful: true, timeout: timeoutMs });
      boss = undefined;
    },
  };
};
