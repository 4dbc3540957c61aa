import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { type Database, uuids } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { Holding } from '../../resources/storageRules.ts';
import { allReplayStorages } from '../../resources/terminal/replaystorage/relations.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { storagesOfComponents } from '../../resources/terminal/terminal/relations.ts';

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
 * Recordings of a component follow it to the storage that it uses now. Where that keeps nothing, those there are
 * stay where they are.
 */
export const followStorage = async (
  component: { id: string; storage: string },
  ctx: Pick<Context, 'db'>,
): Promise<void> => {
  await ctx.db.rows(sql`delete from terminal_replaymove m using ${allSessions} x
    where x.id = m.session and x.terminal = ${component.id}`);
  await ctx.db.rows(sql`insert into terminal_replaymove (session, target)
    select x.id, t.target from ${allSessions} x,
      (select case when s.type = 'server' then null else s.id end as target from ${allReplayStorages} s
        where s.name = ${component.storage} and s.type <> 'null') t
    where x.terminal = ${component.id} and x.replay_path <> '' and x.replay_storage is distinct from t.target
    on conflict (session) do update set target = excluded.target, attempts = 0, date_due = now(), error = ''`);
  await publish(ctx.db, 'replays_to_move');
};

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
  await publish(db, 'replays_to_move');
};

/** A recording that is to be moved. */
export type Move = {
  session: string;
  target: string | null;
  attempts: number;
  path: string;
  source: string | null;
};

/** The next recordings to be moved; those of sessions that are gone, and of no use any more, are forgotten. */
export const dueMoves = async (limit: number, db: Database): Promise<Move[]> => {
  await db.rows(sql`delete from terminal_replaymove m where not exists (select 1 from ${allSessions} x
    where x.id = m.session and x.replay_path <> '' and x.replay_storage is distinct from m.target)`);
  return db.rows<Move>(
    sql`select m.session::text as session, m.target::text as target, m.attempts, x.replay_path as path,
      x.replay_storage::text as source
    from terminal_replaymove m join ${allSessions} x on x.id = m.session
    where m.date_due <= now() and x.replay_path is not null order by m.date_due, m.session limit ${limit}`,
  );
};

/** The move is done, or there is nothing to move. */
export const endMove = async ({ session }: Move, db: Database): Promise<void> => {
  await db.rows(sql`delete from terminal_replaymove where session = ${session}`);
};

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
