import { sql } from 'drizzle-orm';
import { type Database, texts, uuids } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import {
  type Aged,
  countOld,
  moments,
  oldestOfEach,
  type Removed,
  removeOld,
  type Span,
} from '../../../platform/statements/aged.ts';
import { allCommands } from '../command/relations.ts';
import { allTerminals } from '../terminal/relations.ts';

/** Records that sessions of a component are alive. */
export const keepSessionsAlive = async (
  ids: readonly string[],
  terminalId: string,
  db: Database,
): Promise<void> => {
  await db.rows(
    sql`update terminal_session set date_alive = now() where id = any(${uuids(ids)}) and terminal = ${terminalId} and not is_finished`,
  );
};

/** Finishes sessions that no component has reported for five minutes; returns their ids. */
export const finishSilentSessions = async (db: Database): Promise<string[]> => {
  const closed = await db.rows<{ id: string }>(
    sql`update terminal_session set is_finished = true, is_locked = false, date_end = coalesce(date_alive, now())
      where not is_finished and coalesce(date_alive, date_start) < now() - interval '5 minutes' returning id::text as id`,
  );
  if (closed.length > 0) await publish(db, 'sessions');
  return closed.map(({ id }) => id);
};

/** Recounts the commands of sessions that have some. */
export const countCommandsOf = async (ids: readonly string[], db: Database): Promise<void> => {
  await db.rows(sql`update terminal_session set has_command = true,
    command_amount = commands_moved + (select count(*) from ${allCommands} c where c.session = terminal_session.id::text) where id = any(${uuids(ids)})`);
};

/** Marks running sessions as paused or resumed. */
export const setLocked = async (ids: readonly string[], locked: boolean, db: Database): Promise<void> => {
  await db.rows(
    sql`update terminal_session set is_locked = ${locked} where id = any(${uuids(ids)}) and not is_finished`,
  );
  await publish(db, 'sessions');
};

/** Records where the recording of a session is stored; an empty path: it was not kept. */
export const noteReplay = async (id: string, path: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update terminal_session set replay_path = ${path}, has_replay = ${path !== ''} where id = ${id}`,
  );
  await publish(db, 'sessions');
};

/** Notes that a recording was moved; returns whether it still was where it is said to have been. */
export const noteReplayStorage = async (
  id: string,
  { from, to }: { from: string | null; to: string | null },
  db: Database,
): Promise<boolean> =>
  (
    await db.rows(sql`update terminal_session set replay_storage = ${to}
      where id = ${id} and replay_storage is not distinct from ${from} returning 1`)
  ).length > 0;

/** Commands of a session that are now in the storage of another system. */
export type MovedCommands = { session: string; count: number; worst: number };

/** Notes that commands of sessions were moved. Before, they are gone from here. */
export const noteMovedCommands = async (moved: readonly MovedCommands[], db: Database): Promise<void> => {
  await db.rows(sql`update terminal_session s set commands_moved = s.commands_moved + m.count,
      risk_moved = case when array_position('{0,7,8,4,6,5}'::int[], m.worst)
        > coalesce(array_position('{0,7,8,4,6,5}'::int[], s.risk_moved::int), 0) then m.worst else s.risk_moved end
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m(session text, count int, worst int)
    where s.id::text = m.session`);
};

/** A session that a component may take over, or holds already. */
export type HeldSession = { terminal: string | null; has_replay: boolean; org_id: string };

/** Locks a session that a component holds, or that its deleted predecessor held; undefined for any other. */
export const lockHeldSession = async (
  id: string,
  { own, former }: { own: string; former: string },
  db: Database,
): Promise<HeldSession | undefined> => {
  const [held] = await db.rows<HeldSession>(
    sql`select terminal::text as terminal, has_replay, org_id::text as org_id from terminal_session
      where id = ${id} and (terminal = ${own} or (terminal is null and holder = ${former})) for update`,
  );
  return held;
};

/** Hands a session to a component; returns the name of the component. */
export const handSessionTo = async (id: string, terminalId: string, db: Database): Promise<string> => {
  const [taken] = await db.rows<{ name: string }>(
    sql`with taken as (update terminal_session set terminal = ${terminalId}, holder = ${terminalId} where id = ${id} returning terminal)
      select t.name from ${allTerminals} t join taken on taken.terminal = t.id`,
  );
  return taken?.name ?? '';
};

/** Finished sessions, by when they began. */
const finished: Aged = {
  table: sql`terminal_session`,
  time: sql`t.date_start`,
  order: sql`t.date_start`,
  which: sql`t.is_finished`,
  ...moments,
};

/** Removes a batch of old finished sessions. */
export const removeSessionsBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(finished, oldestOfEach(finished, span), span, db);

/**
 * The verdicts on the commands of sessions, other than `accepted`. Few commands have one; the organization and
 * the verdict find them by their index.
 */
export const verdictsOf = (
  sessions: readonly { id: string; org_id: string }[],
  db: Database,
): Promise<{ session: string; risk_level: number }[]> =>
  db.rows<{ session: string; risk_level: number }>(
    sql`select distinct c.session, c.risk_level::int as risk_level from ${allCommands} c
      where c.org_id = any(${uuids([...new Set(sessions.map(({ org_id }) => org_id))])})
        and c.risk_level in (4, 5, 6, 7, 8) and c.session = any(${texts(sessions.map(({ id }) => id))})`,
  );

/** Counts a batch of old finished sessions. */
export const countSessionsBefore = (span: Span, db: Database): Promise<number> =>
  countOld(oldestOfEach(finished, span), db);
