import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import { allCommands } from '../command/relations.ts';

/** A session and the organization its activity belongs to. */
export type SessionPlace = { id: string; org_id: string };

/** Which of these components hold running sessions. */
export const holdersOfSessions = async (terminals: readonly string[], db: Database): Promise<Set<string>> => {
  if (terminals.length === 0) return new Set();
  const rows = await db.rows<{ terminal: string }>(
    sql`select distinct terminal::text as terminal from terminal_session
      where not is_finished and terminal = any(${uuids(terminals)})`,
  );
  return new Set(rows.map(({ terminal }) => terminal));
};

/**
 * Ends and marks the running sessions a gateway no longer has: those that began before `begunBefore`, or all
 * of them if it is null. The gateway reports their exact end when it delivers the recordings.
 */
export const endLostSessions = (
  terminal: string,
  { begunBefore, lastSeen }: { begunBefore: Date | null; lastSeen: Date | null },
  db: Database,
): Promise<SessionPlace[]> =>
  db.rows<SessionPlace>(sql`update terminal_session s set is_finished = true, is_locked = false, error_reason = 'gateway_lost',
      date_end = greatest(s.date_start, s.date_alive, ${lastSeen?.toISOString() ?? null}::timestamptz),
      command_amount = commands_moved + (select count(*) from ${allCommands} c where c.session = s.id::text)
    where s.terminal = ${terminal} and not s.is_finished
      and s.date_start < coalesce(${begunBefore?.toISOString() ?? null}::timestamptz, 'infinity')
    returning s.id::text as id, s.org_id::text as org_id`);

/** Reopens sessions marked as lost that their gateway still runs: it was only unreachable. */
export const reopenSessions = (
  terminal: string,
  sessions: readonly string[],
  db: Database,
): Promise<SessionPlace[]> =>
  db.rows<SessionPlace>(sql`update terminal_session set is_finished = false, date_end = null, error_reason = ''
    where id = any(${uuids(sessions)}) and terminal = ${terminal} and is_finished and error_reason = 'gateway_lost'
    returning id::text as id, org_id::text as org_id`);

/** Recounts the commands of finished sessions: those of a killed gateway arrive after the end. */
export const recountCommands = async (sessions: readonly string[], db: Database): Promise<void> => {
  await db.rows(sql`update terminal_session s set command_amount = commands_moved + (select count(*) from ${allCommands} c where c.session = s.id::text)
    where s.id = any(${uuids(sessions)}) and s.is_finished`);
};
