import type { Message } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { type Database, isUuid, texts } from '../database.ts';
import type { RunFile } from './runFiles.ts';
import type { RunState } from './runs.ts';

/** What the runs of a job add up to. */
export type RunStats = {
  name: string;
  total: number;
  success: number;
  /** When a run was last queued. */
  last: string | null;
  /** How its latest ended runs ended, the last one first. */
  latest: RunState[];
};

const latestRuns = 5;

/** What the runs of these jobs add up to; jobs without any run are left out. */
export const runStatsOf = (names: readonly string[], db: Database): Promise<RunStats[]> =>
  db.rows<RunStats>(sql`select s.name, s.total, s.success, s.last, array(select r.state from ops_celerytaskexecution r
      where r.name = s.name and r.state in ('done', 'failed', 'interrupted')
      order by r.date_published desc limit ${latestRuns}) as latest
    from (select t.name, count(*)::int as total, (count(*) filter (where t.state = 'done'))::int as success,
        max(t.date_published) as last
      from ops_celerytaskexecution t where t.name = any(${texts(names)}) group by t.name) s`);

/** How much of a job waits and runs, and how much failed in the past day. */
export type QueueLoad = {
  name: string;
  waiting: number;
  running: number;
  failed: number;
  oldest: string | null;
};

/** The load of every job that has any. */
export const queueLoads = (db: Database): Promise<QueueLoad[]> =>
  db.rows<QueueLoad>(sql`select t.name, (count(*) filter (where t.state = 'queued'))::int as waiting,
      (count(*) filter (where t.state = 'running'))::int as running,
      (count(*) filter (where t.state in ('failed', 'interrupted')))::int as failed,
      min(t.date_published) filter (where t.state = 'queued') as oldest
    from ops_celerytaskexecution t
    where t.state in ('queued', 'running')
      or (t.state in ('failed', 'interrupted') and t.date_published > now() - interval '1 day')
    group by t.name`);

/** A run as overviews list it. */
export type ListedRun = {
  id: string;
  name: string;
  state: RunState;
  progress: number | null;
  error: string;
  reason: Message | null;
  date_published: string;
  date_finished: string | null;
};

const listed = sql`t.id::text as id, t.name, t.state, t.progress::int as progress, t.error, t.reason, t.date_published, t.date_finished`;

/** The latest failures of the past week. */
export const latestFailures = (most: number, db: Database): Promise<ListedRun[]> =>
  db.rows<ListedRun>(sql`select ${listed} from ops_celerytaskexecution t
    where t.state in ('failed', 'interrupted') and t.date_published > now() - interval '7 days'
    order by t.date_published desc limit ${most}`);

/** A run as its user sees it. */
export type OwnRun = ListedRun & {
  total: number | null;
  done: number | null;
  failed: number | null;
  payload: Record<string, unknown>;
  result: RunFile | null;
  date_told: string | null;
};

/** The runs that a user started in the past day, and those that still go on, the latest first. */
export const runsOfUser = (creator: string, most: number, db: Database): Promise<OwnRun[]> =>
  db.rows<OwnRun>(sql`select ${listed}, t.rows_total::int as total, t.rows_done::int as done, t.rows_failed::int as failed,
      t.kwargs as payload, t.result, t.date_told from ops_celerytaskexecution t
    where t.creator = ${creator}::uuid
      and (t.date_published > now() - interval '1 day' or t.state in ('queued', 'running'))
    order by t.date_published desc limit ${most}`);

/** Whether a user started runs in the past day, or some that still go on. */
export const hasOwnRuns = async (creator: string, db: Database): Promise<boolean> =>
  isUuid(creator) && (await runsOfUser(creator, 1, db)).length > 0;
