import { sql } from 'drizzle-orm';
import { type Database, texts } from '../database.ts';
import type { JobDefinition } from './defineJob.ts';
import { nextRun } from './nextRun.ts';

/** An occurrence not seen within this time was missed, because no server was running. */
const missedMs = 300_000;
/** No schedule is rarer than this. */
const rarestMs = 32 * 86_400_000;

/** The latest moment that a schedule names after `last`, unless it is still to come. */
export const dueRun = (cron: string, zone: string, last: Date, now: Date): Date | undefined => {
  let due: Date | undefined;
  const from = new Date(Math.max(last.getTime(), now.getTime() - rarestMs));
  for (let next = nextRun(cron, zone, from); next && next <= now; next = nextRun(cron, zone, next))
    due = next;
  return due;
};

/** Plans a schedule from now on, if it is not planned, or takes it off the plan. */
export const planSchedule = async (name: string, isOn: boolean, now: Date, db: Database): Promise<void> => {
  await db.rows(
    isOn
      ? sql`insert into system_schedule (name, date_last) values (${name}, ${now.toISOString()}) on conflict (name) do nothing`
      : sql`delete from system_schedule where name = ${name}`,
  );
};

/** Takes an occurrence, so that no other server does; returns whether it was still there. */
const takeOccurrence = async (name: string, due: Date, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`update system_schedule set date_last = ${due.toISOString()}
      where name = ${name} and date_last < ${due.toISOString()} returning 1`)
  ).length > 0;

/**
 * Enqueues what is due: each occurrence once over all servers, since the server that takes it enqueues it in the same
 * transaction. Several missed ones count as one, and only where the job makes up for them.
 */
export const runSchedules = async (
  jobs: readonly JobDefinition[],
  { zone, now, db }: { zone: string; now: Date; db: Database },
  enqueue: (job: JobDefinition, at: Database) => Promise<unknown>,
): Promise<void> => {
  const planned = await db.rows<{ name: string; last: string }>(
    sql`select name, date_last::text as last from system_schedule where name = any(${texts(jobs.map(({ name }) => name))})`,
  );
  for (const { name, last } of planned) {
    const job = jobs.find((known) => known.name === name);
    const due = job?.schedule && dueRun(job.schedule.cron, zone, new Date(last), now);
    if (!job?.schedule || !due) continue;
    const { catchUp = false } = job.schedule;
    await db.transaction(async (tx) => {
      if (!(await takeOccurrence(name, due, tx))) return;
      if (catchUp || now.getTime() - due.getTime() < missedMs) await enqueue(job, tx);
    });
  }
};

/** Looks at the schedules now and from time to time; the returned function ends that. */
export const keepSchedules = (
  look: () => Promise<void>,
  everyMs: number,
  failed: (error: unknown) => void,
) => {
  let looking: Promise<void> = Promise.resolve();
  const tick = () => {
    looking = looking.then(look).catch(failed);
  };
  tick();
  const timer = setInterval(tick, everyMs).unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await looking;
  };
};
