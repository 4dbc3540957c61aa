import { GATEWAY_PLATFORM } from '@gatehouse/contract/assets/platforms.ts';
import type { Message } from '@gatehouse/contract/errors.ts';
import {
  type Operation,
  type OutputTimes,
  PLAYBOOK_METHOD,
  type TargetReport,
} from '@gatehouse/contract/wire/machineWork.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { goingRuns, stoppedRuns } from '../../platform/jobs/runs.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';
import { allTerminals, liveRunners, playbookRunners } from '../../resources/terminal/terminal/relations.ts';
import { openPlace, type Stages, storeStages } from './stages.ts';

/** How a target ended, or that it waits or is with a runner. */
export type TargetState = 'waiting' | 'taken' | TargetReport['status'] | 'lost' | 'skipped';

/** What is asked of runners: one operation on many targets. */
export type Work = {
  kind: Operation['kind'];
  orgId: string;
  userId: string | null;
  /** The highest goes first; see `priorities`. */
  priority: number;
  /** Most targets under way at once. */
  parallel: number;
  /** Seconds that a runner gets for a target. */
  seconds: number;
  /** Whether a target may be given again when its runner was lost. */
  isRepeatable: boolean;
  /** Whether the user who asked may read the secrets, so that a machine may get them at first sight (decision 0431). */
  trustsFirst: boolean;
  /** The packed files of a playbook. */
  files?: Buffer | undefined;
  /**
   * The targets: a relation with the columns `asset`, `account`, `name`, `method`, `params`, `port` and `skipped`, which
   * says why nothing is done.
   */
  targets: SQL;
  /** Without it, all targets are given as runners have room. */
  stages?: Stages | undefined;
};

/**
 * What goes first. An account of which the secret is being changed, or is not known, can be of no use to its users until
 * that is done; a user who waits for one machine comes before work on many.
 */
export const priorities = { secrets: 20, one: 10, instant: 5, usual: 0 } as const;

/** A target that ended and of which the log does not tell yet. */
export type Ended = {
  name: string;
  state: TargetState;
  error: Message | null;
  output: string;
  exit_code: number | null;
};

/** A target that a runner was given. */
export type Given = {
  id: string;
  work: string;
  kind: Operation['kind'];
  method: string;
  params: Record<string, unknown>;
  seconds: number;
  asset: string;
  account: string | null;
  port: number | null;
  user_id: string | null;
  trusts_first: boolean;
};

/** Stores work with its targets, once; returns how many there are. */
export const storeWork = (id: string, work: Work, db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const [fresh] = await tx.rows(sql`insert into ops_machinework
        (id, org_id, user_id, kind, priority, parallel, seconds, is_repeatable, trusts_first, files)
      values (${id}, ${work.orgId}, ${work.userId}::uuid, ${work.kind}, ${work.priority}, ${work.parallel}, ${work.seconds},
        ${work.isRepeatable}, ${work.trustsFirst}, ${work.files ?? null}::bytea) on conflict do nothing returning 1`);
    if (fresh) {
      await tx.rows(sql`insert into ops_machinetarget (work, place, asset, account, name, method, params, port, state, error, date_end)
        select ${id}::uuid, row_number() over (order by s.name, s.asset, s.account), s.asset, s.account, s.name,
          coalesce(s.method, ''), coalesce(s.params, '{}'::jsonb), s.port,
          case when s.skipped is null then 'waiting' else 'skipped' end, s.skipped,
          case when s.skipped is not null then now() end
        from ${work.targets} s`);
      await tx.rows(sql`update ops_machinework set total = (select count(*) from ops_machinetarget t where t.work = ${id})
        where id = ${id}`);
      if (work.stages) await storeStages(id, work.stages, tx);
      await publish(tx, 'work_waits');
    }
    const [stored] = await tx.rows<{ total: number }>(
      sql`select w.total::int as total from ops_machinework w where w.id = ${id}`,
    );
    return stored?.total ?? 0;
  });

/** A transaction that chooses targets keeps out all others, so that shares and limits are exact. */
const holdQueue = (tx: Database): Promise<unknown> =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtext('machine work'))`);

/** Playbooks of users, and methods that administrators have written: without a runner for these, any runner says why not. */
const PLAYBOOKS = 'playbook\\_%';

/** Longest time beyond its limit after which a target of a runner that lives is lost, in seconds. */
const graceSeconds = 30;

/**
 * How many of a runner's places commands may hold, and the share that those of one user get of what others leave: a
 * command may run for a day, everything else ends within minutes.
 */
const commandShare = { all: 0.8, ofOne: 0.67 } as const;

/**
 * Gives a runner the next targets: the highest priority first; among equals, those of the organization and then of
 * the user with the fewest under way. Commands leave some of its places to other work, and those of one user some to
 * other users, whatever their priority. Work whose run has ended is not given.
 */
export const giveTargets = (runner: Asking, places: number, db: Database): Promise<Given[]> =>
  db.transaction(async (tx) => {
    await holdQueue(tx);
    await prolong(runner, tx);
    await loseFormer(runner, tx);
    return tx.rows<Given>(sql`with held as materialized (
        select w.id, w.org_id, w.user_id, w.kind = 'run_command' as is_command, count(*) as busy,
          count(*) filter (where t.terminal = ${runner.terminal}::uuid) as here
        from ops_machinetarget t join ops_machinework w on w.id = t.work
        where t.state = 'taken' and t.date_due > now() group by w.id, w.org_id, w.user_id, w.kind),
      share as materialized (
        select greatest(1, floor(${commandShare.all}::float * (${places}::int + coalesce(sum(h.here), 0)))) as commands,
          coalesce(sum(h.here) filter (where h.is_command), 0) as busy from held h),
      due as materialized (
        select w.id, w.org_id, w.user_id, w.kind, w.priority, w.seconds, w.date_created, w.trusts_first, w.kind = 'run_command' as is_command, ${openPlace} as open_place,
          least(${places}::bigint, w.parallel - coalesce((select h.busy from held h where h.id = w.id), 0)) as room,
          coalesce((select sum(h.busy) from held h where h.org_id = w.org_id), 0) as of_org,
          coalesce((select sum(h.busy) from held h where h.org_id = w.org_id and h.user_id is not distinct from w.user_id), 0) as of_user,
          coalesce((select sum(h.here) from held h where h.is_command and h.user_id is not distinct from w.user_id), 0) as own_commands
        from ops_machinework w where w.date_finished is null and w.id in (select r.id from ${goingRuns} r)),
      next as materialized (
        select c.id, c.place, d.id as work, d.org_id, d.user_id, d.priority, d.date_created, d.of_org, d.of_user, d.is_command, d.own_commands
        from due d cross join lateral (select t.id, t.place from ops_machinetarget t where t.work = d.id and t.state = 'waiting' and (d.open_place is null or t.place <= d.open_place)
          and t.method <> all(${methodNames(runner.full)}) and (t.method not like ${PLAYBOOKS} or ${runner.terminal}::uuid in (select p.id from ${playbookRunners} p)
            or t.method <> ${PLAYBOOK_METHOD} and not exists (select 1 from ${playbookRunners} p))
          order by t.place limit greatest(0, d.room) for update skip locked) c),
      by_user as (
        select n.*, n.of_user + row_number() over (partition by n.priority, n.org_id, n.user_id order by n.date_created, n.work, n.place) as user_turn,
          n.own_commands + row_number() over (partition by n.is_command, n.user_id order by n.priority desc, n.date_created, n.work, n.place) as own_turn
        from next n),
      by_org as (
        select u.*, u.of_org + row_number() over (partition by u.priority, u.org_id order by u.user_turn, u.date_created, u.work, u.place) as org_turn
        from by_user u cross join share s
        where not u.is_command or u.own_turn <= ceil(${commandShare.ofOne}::float * greatest(1, s.commands - s.busy + u.own_commands))),
      by_kind as (
        select o.*, row_number() over (partition by o.is_command order by o.priority desc, o.org_turn, o.user_turn, o.date_created, o.work, o.place) as kind_turn
        from by_org o),
      chosen as (
        select k.id from by_kind k cross join share s where not k.is_command or s.busy + k.kind_turn <= s.commands
        order by k.priority desc, k.org_turn, k.user_turn, k.date_created, k.work, k.place limit ${places})
      update ops_machinetarget t set state = 'taken', terminal = ${runner.terminal}::uuid, process = ${runner.process},
        attempt = t.attempt + 1, date_due = now() + make_interval(secs => d.seconds + ${graceSeconds}::int)
      from due d where t.id = any(array(select c.id from chosen c)) and d.id = t.work
      returning t.id::text as id, t.work::text as work, d.kind, t.method, t.params, d.seconds::int as seconds, t.asset::text as asset,
        t.account::text as account, t.port::int as port, d.user_id::text as user_id, d.trusts_first`);
  });

const lostError = JSON.stringify({ key: 'work_lost' } satisfies Message);

/** Takes targets from their runner: those that may be repeated wait once more, unless their work has ended; the others have ended. */
const lose = async (which: SQL, db: Database): Promise<number> => {
  const lost = await db.rows<{ again: boolean }>(sql`with lost as (
      select t.id, w.is_repeatable and t.attempt < 2 and w.date_finished is null as again from ops_machinetarget t join ops_machinework w on w.id = t.work
      where t.state = 'taken' and ${which} for update of t)
    update ops_machinetarget t set state = case when l.again then 'waiting' else 'lost' end, terminal = null, process = null,
      date_due = null, error = case when l.again then null else ${lostError}::jsonb end,
      date_end = case when l.again then null else now() end
    from lost l where t.id = l.id returning l.again`);
  if (lost.some(({ again }) => again)) await publish(db, 'work_waits');
  return lost.filter(({ again }) => !again).length;
};

/**
 * A runner that asks: which of its processes, in its own words, what that one holds, if it says, what of it waits there
 * for its turn, and the methods for which it has no room.
 */
export type Asking = {
  terminal: string;
  process: string;
  holding?: readonly string[] | undefined;
  waiting?: readonly string[];
  full?: readonly string[];
};

/** Names of methods as one value, by which the database sees in its plan how few targets they leave out. */
const methodNames = (full: readonly string[] = []): SQL =>
  sql`${`{${full.filter((name) => /^\w+$/.test(name)).join(',')}}`}::text[]`;

/** The time of targets that wait in their runner has not begun. */
const prolong = async ({ terminal, waiting = [] }: Asking, db: Database): Promise<void> => {
  if (waiting.length === 0) return;
  await db.rows(sql`update ops_machinetarget t set date_due = now() + make_interval(secs => w.seconds + ${graceSeconds}::int)
    from ops_machinework w
    where w.id = t.work and t.id = any(${uuids(waiting)}) and t.terminal = ${terminal}::uuid and t.state = 'taken'`);
};

/** What an earlier process of the runner held, and what the runner never got. */
export const loseFormer = ({ terminal, process, holding }: Asking, db: Database): Promise<number> =>
  lose(
    sql`t.terminal = ${terminal} and (t.process <> ${process} or ${holding ? sql`not t.id = any(${uuids(holding)})` : sql`false`})`,
    db,
  );

/** Whether a runner is gone, or has held a target too long. */
const isOverdue = sql`(t.date_due < now() or t.terminal not in (select r.id from ${liveRunners} r))`;

/** What a runner that is gone held of some work, and what a runner has kept too long. */
export const loseOverdue = (work: string, db: Database): Promise<number> =>
  lose(sql`t.work = ${work} and ${isOverdue}`, db);

/**
 * Settles what no server follows any more: ends work of which the run has ended, and takes back what runners that are
 * gone hold of ended work. Returns the number of targets that were lost.
 */
export const settleLeft = async (db: Database): Promise<number> => {
  const left = await db.rows<{ id: string }>(sql`select w.id::text as id from ops_machinework w
    where w.date_finished is null and w.id not in (select r.id from ${goingRuns} r)`);
  for (const { id } of left) await endWork(id, db);
  return lose(sql`w.date_finished is not null and ${isOverdue}`, db);
};

/** Notes which account is used for targets that a runner was given. */
export const noteUsed = async (
  used: readonly { id: string; account: string | null }[],
  db: Database,
): Promise<void> => {
  await db.rows(sql`update ops_machinetarget t set used = u.account
    from jsonb_to_recordset(${JSON.stringify(used)}::jsonb) as u(id uuid, account uuid) where t.id = u.id`);
};

/** Ends targets that were given, but about which nothing can be done. */
export const skipGiven = async (
  skipped: readonly { id: string; reason: Message }[],
  db: Database,
): Promise<void> => {
  await db.rows(sql`update ops_machinetarget t set state = 'skipped', error = s.reason, date_end = now()
    from jsonb_to_recordset(${JSON.stringify(skipped)}::jsonb) as s(id uuid, reason jsonb)
    where t.id = s.id and t.state = 'taken'`);
};

/** What the server knows of a target that was reported. */
export type Reported = {
  id: string;
  work: string;
  kind: Operation['kind'];
  asset: string;
  account: string | null;
  used: string | null;
  /** The record that it searches for, and the work of that record. */
  record: string | null;
  recorded: string | null;
  /** The user of the machine that it removes. */
  username: string | null;
  org_id: string;
  user_id: string | null;
};

/** How a target ended, according to its runner. */
export type EndedTarget = {
  id: string;
  status: TargetReport['status'];
  error: Message | null;
  output: string;
  times?: OutputTimes;
  exit_code?: number | null;
  seconds?: number;
};

/** Ends the targets that a runner holds, as it reports; returns those. Others, and a second report, change nothing. */
export const endTargets = (
  terminal: string,
  reports: readonly EndedTarget[],
  db: Database,
): Promise<Reported[]> =>
  db.rows<Reported>(sql`update ops_machinetarget t set state = r.status, error = r.error, output = r.output,
      output_size = length(r.output), output_mark = left(md5(r.output), 12),
      output_times = case when jsonb_array_length(r.times) > 0 then r.times end,
      exit_code = r.exit_code, seconds = r.seconds, date_end = now()
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as r(id uuid, status text, error jsonb, output text, times jsonb, exit_code int, seconds float), ops_machinework w
    where t.id = any(${uuids(reports.map(({ id }) => id))}) and t.id = r.id and t.terminal = ${terminal} and t.state = 'taken' and w.id = t.work
    returning t.id::text as id, t.work::text as work, w.kind, t.asset::text as asset, t.account::text as account, t.used::text as used,
      t.params->>'record' as record, t.params->>'work' as recorded, t.params->>'username' as username, w.org_id::text as org_id, w.user_id::text as user_id`);

/** The accounts of a piece of work whose targets no runner got or will get, with the reason. */
export const untouchedTargets = (
  work: string,
  db: Database,
): Promise<{ account: string; failure: Message | null }[]> =>
  db.rows(sql`select t.account::text as account, coalesce(t.error, ${JSON.stringify({ key: 'machine_stopped' })}::jsonb) as failure
    from ops_machinetarget t where t.work = ${work}::uuid and t.account is not null
      and (t.state = 'skipped' or t.state = 'stopped' and t.attempt = 0
        or t.state = 'waiting' and t.attempt = 0 and t.work not in (select g.id from ${goingRuns} g))`);

/** The accounts that a piece of work is about. */
export const accountsOfWork = async (work: string, db: Database): Promise<string[]> =>
  (
    await db.rows<{ account: string }>(
      sql`select t.account::text as account from ops_machinetarget t where t.work = ${work}::uuid and t.account is not null`,
    )
  ).map(({ account }) => account);

/**
 * Tells runners that some of this work waits, if so, or a command where this work has some: one that was busy with it
 * may have room again.
 */
export const tellWaiting = async (works: readonly string[], db: Database): Promise<void> => {
  const commands = sql`exists (select 1 from ops_machinework k where k.id = any(${uuids(works)}) and k.kind = 'run_command')`;
  const waiting = await db.rows(sql`select 1 from (select unnest(${uuids(works)}) as id
      union select o.id from ops_machinework o where o.date_finished is null and o.kind = 'run_command' and ${commands}) w
    where exists (select 1 from ops_machinetarget t where t.work = w.id and t.state = 'waiting') limit 1`);
  if (waiting.length) await publish(db, 'work_waits');
};

/** Work that ended, or whose run was stopped, of which a runner still holds targets. */
export const endedWorkOf = async (terminal: string, db: Database): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select distinct w.id::text as id
      from ops_machinetarget t join ops_machinework w on w.id = t.work
      where t.terminal = ${terminal} and t.state = 'taken'
        and (w.date_finished is not null or exists (select 1 from ${stoppedRuns} r where r.id = w.id))`)
  ).map(({ id }) => id);

/**
 * The work of which a component holds a target on an asset, or on one reached through this asset: whether all of it
 * may send secrets to a machine at first sight. Undefined: there is none.
 */
export const heldWorkOn = async (
  { component, asset }: { component: string; asset: string },
  db: Database,
): Promise<{ trustsFirst: boolean } | undefined> => {
  const [row] = await db.rows<{ all: boolean | null }>(sql`select bool_and(w.trusts_first) as "all"
    from ops_machinetarget t join ops_machinework w on w.id = t.work
      join ${allTerminals} c on c.id = t.terminal join ${allAssets} a on a.id = t.asset
    where t.state = 'taken' and c."user" = ${component} and (a.id = ${asset} or a.domain = (select g.domain from ${allAssets} g
        join ${allPlatforms} p on p.id = g.platform and p.name = ${GATEWAY_PLATFORM} where g.id = ${asset}))`);
  return typeof row?.all === 'boolean' ? { trustsFirst: row.all } : undefined;
};

/** Most characters of a machine's output in the log of a run. */
const mostTold = 4_096;

/** Takes up to `most` targets that ended and have not been told of. */
export const takeUntold = (work: string, most: number, db: Database): Promise<Ended[]> =>
  db.rows<Ended>(sql`update ops_machinetarget t set is_told = true where t.id = any(array(select u.id from ops_machinetarget u
      where u.work = ${work} and u.date_end is not null and not u.is_told limit ${most} for update skip locked))
    returning t.name, t.state, t.error, left(t.output, ${mostTold}::int) as output, t.exit_code::int as exit_code`);

/** How many targets of some work ended in each way. */
export type EndCounts = Partial<Record<TargetState, number>>;

/** Adds to the number of targets that ended, by state; returns all of them. */
export const addEnded = async (
  work: string,
  more: EndCounts,
  db: Database,
): Promise<{ total: number; ended: EndCounts }> => {
  const [row] = await db.rows<{ total: number; ended: EndCounts }>(sql`update ops_machinework w
    set ended = w.ended || (select coalesce(jsonb_object_agg(m.key, m.value::int + coalesce((w.ended->>m.key)::int, 0)), '{}'::jsonb)
      from jsonb_each_text(${JSON.stringify(more)}::jsonb) as m)
    where w.id = ${work} returning w.total::int as total, w.ended`);
  return row ?? { total: 0, ended: {} };
};

/** Whether targets wait, or wait for a user, or are with runners. */
export type OpenTargets = { isWaiting: boolean; isHeld: boolean; hasRunner: boolean; isPaused: boolean };

/** What of some work waits, and what is with runners. The first that waits is asked for in order, which only the index knows. */
export const openTargets = async (work: string, db: Database): Promise<OpenTargets> => {
  const [row] = await db.rows<OpenTargets>(sql`select
    (select t.place from ops_machinetarget t where t.work = ${work} and t.state = 'waiting' order by t.place limit 1) is not null as "isWaiting",
    exists (select 1 from ops_machinetarget t where t.work = ${work} and t.state = 'taken') as "isHeld",
    exists (select 1 from ${liveRunners} r) as "hasRunner",
    exists (select 1 from ops_machinework w where w.id = ${work} and w.is_paused) as "isPaused"`);
  return row ?? { isWaiting: false, isHeld: false, hasRunner: false, isPaused: false };
};

/** Ends work: what waits has stopped, and runners that hold the rest are told to stop. */
export const endWork = async (work: string, db: Database): Promise<void> => {
  await db.transaction(async (tx) => {
    await tx.rows(
      sql`update ops_machinework set date_finished = coalesce(date_finished, now()), files = null where id = ${work}`,
    );
    await tx.rows(sql`update ops_machinetarget set state = 'stopped', date_end = now()
      where work = ${work} and state = 'waiting'`);
    await publish(tx, 'work_stopped', work);
  });
};
