import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { endLostSessions, reopenSessions, type SessionPlace } from '../../resources/terminal/session/lost.ts';
import { finishTasksOf } from '../../resources/terminal/task/statements.ts';
import { allWaitingCommands } from '../../resources/tickets/ticket/relations.ts';
import { addActivities } from '../audit/activity.ts';

const note = (sessions: SessionPlace[], key: string, db: Database) =>
  addActivities(
    sessions.map(({ id, org_id }) => ({ type: 'S' as const, resourceId: id, orgId: org_id, key })),
    { db },
  );

const waitsForReviewer = async (sessions: readonly string[], db: Database): Promise<boolean> =>
  (
    await db.rows(
      sql`select 1 from ${allWaitingCommands} t where t.linked_session = any(${uuids(sessions)}) limit 1`,
    )
  ).length > 0;

/**
 * Ends the sessions a gateway no longer runs: all of them when it is gone, those begun before its process
 * when it was restarted.
 */
export const loseSessions = (
  terminal: string,
  times: { begunBefore: Date | null; lastSeen: Date | null },
  db: Database,
): Promise<number> =>
  db.transaction(async (tx) => {
    const lost = await endLostSessions(terminal, times, tx);
    if (lost.length === 0) return 0;
    const ids = lost.map(({ id }) => id);
    await finishTasksOf(ids, tx);
    await note(lost, 'activity.session.gateway_lost', tx);
    await publish(tx, 'sessions');
    if (await waitsForReviewer(ids, tx)) await publish(tx, 'reviews_to_close');
    return lost.length;
  });

/** Reopens sessions marked as lost that their gateway reports as running. */
export const regainSessions = async (
  terminal: string,
  sessions: readonly string[],
  db: Database,
): Promise<void> => {
  const found = await reopenSessions(terminal, sessions, db);
  if (found.length === 0) return;
  await note(found, 'activity.session.gateway_returned', db);
  await publish(db, 'sessions');
};
