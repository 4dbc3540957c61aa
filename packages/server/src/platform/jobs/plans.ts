import { sql } from 'drizzle-orm';
import { type Database, texts, uuids } from '../database.ts';
import type { JobDefinition } from './defineJob.ts';
import { nextRun } from './nextRun.ts';

/** When something runs: at the times of a cron expression, or every so many hours. The times take precedence. */
export type Rhythm = { cron: string | null; hours: number | null };

const hourMs = 3_600_000;
/** Plans that are enqueued at one look. */
const most = 200;

/** The next moment after `from` that a rhythm names, counted from `last`; undefined if it names none. */
export const nextOf = ({ cron, hours }: Rhythm, zone: string, last: Date, from: Date): Date | undefined => {
  if (cron) return nextRun(cron, zone, from) ?? undefined;
  if (!hours) return undefined;
  const missed = Math.max(0, Math.floor((from.getTime() - last.getTime()) / (hours * hourMs)));
  return new Date(last.getTime() + (missed + 1) * hours * hourMs);
};

/** A run that is planned for a row of some resource, which is its key. */
export type Plan = { job: string; key: string; payload: Record<string, unknown> } & Rhythm;

/**
 * Plans runs of a job for a row, in the transaction of the caller; an unchanged rhythm keeps its next moment, so that
 * saving a row does not put off what is due.
 */
export const keepPlan = async (plan: Plan, zone: string, now: Date, db: Database): Promise<void> => {
  const { job, key, payload, cron, hours } = plan;
  const next = nextOf(plan, zone, now, now);
  if (!next) return forgetPlans(job, [key], db);
  await db.rows(sql`insert into system_plan as p (job, key, payload, cron, hours, date_next)
    values (${job}, ${key}::uuid, ${JSON.stringify(payload)}::jsonb, ${cron}, ${hours}::int, ${next.toISOString()})
    on conflict (job, key) do update set payload = excluded.payload, cron = excluded.cron, hours = excluded.hours,
      date_next = case when p.cron is not distinct from excluded.cron and p.hours is not distinct from excluded.hours
        then p.date_next else excluded.date_next end`);
};

/** Takes the runs of rows off the plan. */
export const forgetPlans = async (job: string, keys: readonly string[], db: Database): Promise<void> => {
  await db.rows(sql`delete from system_plan where job = ${job} and key = any(${uuids(keys)})`);
};

type Due = Plan & { next: string };

/** Moves a plan on to its next moment; returns whether no other server did. */
const takeTurn = async (due: Due, zone: string, now: Date, db: Database): Promise<boolean> => {
  const next = nextOf(due, zone, new Date(due.next), now);
  const { job, key, next: taken } = due;
  const moved = next
    ? await db.rows(sql`update system_plan set date_next = ${next.toISOString()}
        where job = ${job} and key = ${key}::uuid and date_next = ${taken} returning 1`)
    : await db.rows(sql`delete from system_plan
        where job = ${job} and key = ${key}::uuid and date_next = ${taken} returning 1`);
  return moved.length > 0;
};

/**
 * Enqueues the planned runs that are due: each once over all servers, since the server that moves a plan on enqueues
 * its run in the same transaction. Several missed ones count as one, which is made up for.
 */
export const runPlans = async (
  jobs: readonly JobDefinition[],
  { zone, now, db }: { zone: string; now: Date; db: Database },
  enqueue: (job: JobDefinition, payload: Record<string, unknown>, at: Database) => Promise<unknown>,
): Promise<void> => {
  const names = jobs.map(({ name }) => name);
  const due =
    await db.rows<Due>(sql`select job, key::text as key, payload, cron, hours, date_next::text as next
    from system_plan where date_next <= ${now.toISOString()} and job = any(${texts(names)})
    order by date_next limit ${most}`);
  for (const plan of due) {
    const job = jobs.find(({ name }) => name === plan.job);
    if (!job) continue;
    await db.transaction(async (tx) => {
      if (await takeTurn(plan, zone, now, tx)) await enqueue(job, plan.payload, tx);
    });
  }
};
