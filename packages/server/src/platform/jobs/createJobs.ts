import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { type Database, databaseOf } from '../database.ts';
import { type Events, publish } from '../events.ts';
import type { Notices } from '../notices.ts';
import { bossDatabase, bossTransaction } from './bossDatabase.ts';
import type { Job, JobDefinition } from './defineJob.ts';
import { forgetPlans, keepPlan, type Rhythm, runPlans } from './plans.ts';
import { type Failed, type Running, runOnce, serverEnds, stopped } from './runOnce.ts';
import { findRun, recordEnd, recordQueued, type Starter } from './runs.ts';
import { keepSchedules, planSchedule, runSchedules } from './schedules.ts';
import {
  giveBackRuns,
  type JobPace,
  markInterrupted,
  sendOptions,
  settleStopped,
  workQueue,
} from './workQueue.ts';

/** Background work, shared by all servers on the database. */
export type Jobs = {
  /** States which jobs there are, without running any. */
  declare(jobs: readonly Job[]): void;
  /** The definitions of all declared jobs. */
  declared(): readonly JobDefinition[];
  /** Starts the queue: creates its schema, plans the schedules that are not off, runs what is due. */
  start(jobs: readonly Job[], failed: Failed, off?: ReadonlySet<string>): Promise<void>;
  /**
   * Enqueues a run, inside a transaction when `db` is one; returns its id, or undefined when the job is a
   * scheduled one and a run of it is already waiting. `id`: that the run gets, for what is recorded of it before.
   */
  enqueue<P extends z.ZodObject>(
    job: JobDefinition<P>,
    payload: z.input<P>,
    options: { db: Database; id?: string } & Starter,
  ): Promise<string | undefined>;
  /** Plans the schedule of a job on all servers, or takes it off the plan. */
  plan(name: string, isOn: boolean, db: Database): Promise<void>;
  /** Has the runs of a server that is gone retried, or marked as interrupted. */
  giveBack(server: string): Promise<void>;
  /** Plans runs of a job for a row of some resource, on all servers, in place of what was planned for it. */
  planFor<P extends z.ZodObject>(
    job: JobDefinition<P>,
    key: string,
    planned: Rhythm & { payload: z.input<P> },
    db: Database,
  ): Promise<void>;
  /** Takes the runs of a job for these rows off the plan. */
  unplanFor(job: JobDefinition, keys: readonly string[], db: Database): Promise<void>;
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
  /** Name of this process among the servers. */
  server?: string;
  /** Clock of the schedules. */
  now?: () => Date;
};

const usualPace: JobPace = { poll: 30, cron: 30, heartbeat: 30, supervise: 60 };
const hourSeconds = 3_600;
const msPerSecond = 1_000;
const unended: ReadonlySet<string> = new Set(['queued', 'running']);

/** The pg-boss queue over our connections, tuned to be quiet when idle. Loaded when needed. */
const openBoss = async ({ pool, notices }: Deps, pace: JobPace): Promise<PgBoss> => {
  const { PgBoss: Boss } = await import('pg-boss');
  return new Boss({
    db: bossDatabase(pool, notices),
    schema: 'pgboss',
    useListenNotify: true,
    registerInstance: false,
    monitorVacuum: false,
    // It would leave out occurrences where clocks change, or repeat them (docs/decisions/0286).
    schedule: false,
    superviseIntervalSeconds: pace.supervise,
    monitorIntervalSeconds: pace.supervise,
    flowIntervalSeconds: hourSeconds,
  });
};

/**
 * Aborts the runs that were stopped, of all or of one. The stored state decides: after a lost connection it is
 * unknown which runs were stopped, so all running ones are checked.
 */
const abortStopped = async (running: Running, one: string | undefined, db: Database): Promise<void> => {
  for (const id of one === undefined ? [...running.keys()] : [one])
    if ((await findRun(id, db))?.state === 'stopped') running.get(id)?.abort(stopped);
};

const followStops = (
  events: Events,
  running: Running,
  { db, failed }: { db: Database; failed: Failed },
): void =>
  void events.on('job_stop', (id) => {
    void abortStopped(running, id, db).catch((error: unknown) => failed(error, 'job stop'));
  });

/** The definitions of the declared jobs. */
const createBook = () => {
  let definitions: readonly JobDefinition[] = [];
  return {
    declare: (jobs: readonly Job[]): void => {
      definitions = jobs.map(({ definition }) => definition);
    },
    declared: () => definitions,
    definitionOf: (name: string) => definitions.find((known) => known.name === name),
  };
};

/** Sends runs to the queue and records that they wait. */
const enqueueBy =
  (queue: () => PgBoss): Jobs['enqueue'] =>
  async (job, payload, { db, id = randomUUID(), ...starter }) => {
    const parsed = job.payload.parse(payload);
    // Together: a server that took the run before its record would not know who started it.
    return db.transaction(async (tx) => {
      const options = { ...sendOptions(job), id, db: bossTransaction(tx) };
      if (!(await queue().send(job.name, parsed, options))) return undefined;
      await recordQueued({ id, name: job.name, payload: parsed, ...starter }, tx);
      return id;
    });
  };

/** The jobs port on pg-boss (docs/decisions/0151). */
export const createJobs = (deps: Deps): Jobs => {
  const pace = { ...usualPace, ...deps.pace };
  const db = databaseOf(deps.pool);
  const running: Running = new Map();
  const { server, zone, now = () => new Date() } = deps;
  let rest = async () => {};
  const { declare, declared, definitionOf } = createBook();
  let boss: PgBoss | undefined;
  const started = (): PgBoss => {
    if (!boss) throw new Error('The job queue has not been started.');
    return boss;
  };
  const enqueueDue = (job: JobDefinition, at: Database) =>
    started().send(job.name, job.payload.parse({}), { ...sendOptions(job), db: bossTransaction(at) });
  const enqueue = enqueueBy(started);
  const start: Jobs['start'] = async (jobs, failed, off = new Set()) => {
    declare(jobs);
    const queue = await openBoss(deps, pace);
    queue.on('error', (error) => failed(error, 'job queue'));
    await queue.start();
    boss = queue;
    await markInterrupted(queue, { pace, jobs, db });
    for (const job of jobs) {
      const isOn = !off.has(job.definition.name);
      if (job.definition.schedule) await planSchedule(job.definition.name, isOn, now(), db);
      await workQueue(job, { boss: queue, pace }, (of, entry) =>
        runOnce(of, entry, { db, running, failed, server }),
      );
    }
    rest = keepSchedules(
      async () => {
        const moment = { zone, now: now(), db };
        await runSchedules(declared(), moment, enqueueDue);
        await runPlans(declared(), moment, (job, payload, at) => enqueue(job, payload, { db: at }));
      },
      pace.cron * msPerSecond,
      (error) => failed(error, 'schedules'),
    );
    followStops(deps.events, running, { db, failed });
  };
  return {
    start,
    declare,
    declared,
    plan: async (name, isOn, at) => {
      if (definitionOf(name)?.schedule) await planSchedule(name, isOn, now(), at);
    },
    giveBack: (gone) => giveBackRuns(started(), gone, db),
    enqueue,
    planFor: (job, key, { payload, ...rhythm }, at) =>
      keepPlan({ job: job.name, key, payload: job.payload.parse(payload), ...rhythm }, zone, now(), at),
    unplanFor: ({ name }, keys, at) => forgetPlans(name, keys, at),
    stop: async (id, at) => {
      const found = await findRun(id, at);
      if (!found || !definitionOf(found.name)?.isStoppable || !unended.has(found.state)) return false;
      // Without a queue of its own, this process leaves it to the server that has the run.
      await boss?.cancel(found.name, id, { db: bossTransaction(at) });
      await recordEnd({ id }, 'stopped', '', at);
      if (boss) await settleStopped(boss, found, at);
      await publish(at, 'job_stop', id);
      return true;
    },
    close: async (timeoutMs) => {
      await rest();
      for (const controller of running.values()) controller.abort(serverEnds);
      await boss?.stop({ close: false, graceful: true, timeout: timeoutMs });
      boss = undefined;
    },
  };
};
