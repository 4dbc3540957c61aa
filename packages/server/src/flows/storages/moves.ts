import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { stoppedRuns } from '../../platform/jobs/runs.ts';
import type { Holding } from '../../resources/storageRules.ts';
import { allReplayStorages } from '../../resources/terminal/replaystorage/relations.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { storagesOfComponents } from '../../resources/terminal/terminal/relations.ts';

/** Stands as the error of a recording that was not tried, because its storage had just failed. */
export const untried = 'waits';

/** Which storages hold recordings, or are to get some. */
export const storagesWithRecordings: Holding = async (ids, ctx) => {
  const found = await ctx.db.rows<{ id: string }>(
    sql`select s.id::text as id from ${allReplayStorages} s where s.id = any(${uuids(ids)})
      and (exists (select 1 from ${allSessions} x where x.replay_storage = s.id)
        or exists (select 1 from terminal_replaymove m where m.target = s.id))`,
  );
  return new Set(found.map(({ id }) => id));
};

/**
 * Has the recordings of a component that are not where it stores now moved there, on behalf of a run; returns how
 * many. Where it keeps nothing, those there are stay where they are.
 */
export const queueMoves = async (component: string, run: string | null, db: Database): Promise<number> =>
  (
    await db.rows(sql`insert into terminal_replaymove (session, target, run)
      select x.id, t.target, ${run}::uuid from ${allSessions} x join (
        select c.id, case when s.type = 'server' then null else s.id end as target
        from ${storagesOfComponents} c join ${allReplayStorages} s on s.name = c.replay_storage
        where c.id = ${component} and s.type <> 'null') t on t.id = x.terminal
      where x.replay_path <> '' and x.replay_storage is distinct from t.target
      on conflict (session) do update set target = excluded.target, run = excluded.run, attempts = 0,
        date_due = now(), error = '' returning 1`)
  ).length;

/** The recordings of a component stay where they are. */
export const forgetMoves = (component: string, db: Database): Promise<unknown> =>
  db.rows(sql`delete from terminal_replaymove m using ${allSessions} x
    where x.id = m.session and x.terminal = ${component}`);

/** The waiting moves of a component are from now on those of a run. */
export const assignMoves = (component: string, run: string, db: Database): Promise<unknown> =>
  db.rows(sql`update terminal_replaymove m set run = ${run}::uuid from ${allSessions} x
    where x.id = m.session and x.terminal = ${component}`);

/** How many recordings of a run are left, how many of them failed to move, and why. */
export const movesLeft = async (
  run: string,
  db: Database,
): Promise<{ left: number; failed: number; cause: string }> => {
  const [found] = await db.rows<{ left: number; failed: number; cause: string | null }>(
    sql`select count(*)::int as "left", (count(*) filter (where m.attempts > 0))::int as failed,
      max(m.error) filter (where m.error not in ('', ${untried})) as cause
    from terminal_replaymove m where m.run = ${run}::uuid`,
  );
  return { left: found?.left ?? 0, failed: found?.failed ?? 0, cause: found?.cause ?? '' };
};

/** Has the moves that are due done now. */
export const startMoves = (db: Database): Promise<unknown> => publish(db, 'replays_to_move');

/** What the storage of a component does with a new recording. */
export type Keeping = 'here' | 'elsewhere' | 'nowhere';

/** The type of the storage that a component uses; an unknown one counts as the server's. */
export const keepingOf = async (
  componentId: string,
  db: Database,
): Promise<{ keeping: Keeping; storage: string | null }> => {
  const [found] = await db.rows<{ id: string; type: string }>(
    sql`select s.id::text as id, s.type from ${storagesOfComponents} c join ${allReplayStorages} s on s.name = c.replay_storage
      where c.id = ${componentId}`,
  );
  if (!found || found.type === 'server') return { keeping: 'here', storage: null };
  return found.type === 'null'
    ? { keeping: 'nowhere', storage: null }
    : { keeping: 'elsewhere', storage: found.id };
};

/** Has a recording moved to a storage in the background. */
export const queueMove = async (session: string, storage: string, db: Database): Promise<void> => {
  await db.rows(sql`insert into terminal_replaymove (session, target) values (${session}, ${storage})
    on conflict (session) do update set target = excluded.target, attempts = 0, date_due = now(), error = ''`);
  await startMoves(db);
};

/** A recording that is to be moved. */
export type Move = {
  session: string;
  target: string | null;
  attempts: number;
  path: string;
  source: string | null;
};

/** The next recordings to be moved; moves that are done with, or whose user stopped them, are forgotten. */
export const dueMoves = async (limit: number, db: Database): Promise<Move[]> => {
  await db.rows(sql`delete from terminal_replaymove m where m.run in ${stoppedRuns}
    or not exists (select 1 from ${allSessions} x
      where x.id = m.session and x.replay_path <> '' and x.replay_storage is distinct from m.target)`);
  return db.rows<Move>(
    sql`select m.session::text as session, m.target::text as target, m.attempts, x.replay_path as path,
      x.replay_storage::text as source
    from terminal_replaymove m join ${allSessions} x on x.id = m.session
    where m.date_due <= now() and x.replay_path is not null order by m.date_due, m.session limit ${limit}`,
  );
};

const isThis = ({ session, target }: Move) =>
  sql`m.session = ${session} and m.target is not distinct from ${target}::uuid and (m.run is null or m.run not in ${stoppedRuns})`;

/** Whether a move is still as it was read: its user may have stopped it, or chosen another storage since. */
export const isWanted = async (move: Move, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`select 1 from terminal_replaymove m join ${allSessions} x on x.id = m.session
      where ${isThis(move)} and x.replay_path = ${move.path} and x.replay_storage is not distinct from ${move.source}::uuid`)
  ).length > 0;

/** The move is done, or there is nothing to move; returns whether it was still wanted. */
export const endMove = async (move: Move, db: Database): Promise<boolean> =>
  (await db.rows(sql`delete from terminal_replaymove m where ${isThis(move)} returning 1`)).length > 0;

/** Whether the recording of a session is in a storage. */
export const isKeptAt = async (session: string, storage: string | null, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`select 1 from ${allSessions} x
      where x.id = ${session} and x.replay_storage is not distinct from ${storage}::uuid`)
  ).length > 0;

/** Most minutes between two attempts. */
const longestPause = 60;

/** The move is tried again later, after a pause that doubles each time. */
export const putOffMove = async (move: Move, cause: string, db: Database): Promise<void> => {
  const minutes = Math.min(2 ** move.attempts, longestPause);
  await db.rows(sql`update terminal_replaymove set attempts = attempts + 1, error = ${cause},
    date_due = now() + make_interval(mins => ${minutes}) where session = ${move.session}`);
};

/** The moves to and from a storage are tried at once: it can be reached again. */
export const resumeMoves = async (storage: string, db: Database): Promise<void> => {
  await db.rows(sql`update terminal_replaymove m set date_due = now() where m.date_due > now() and m.attempts > 0
    and (m.target = ${storage} or m.session in (select x.id from ${allSessions} x where x.replay_storage = ${storage}))`);
};
