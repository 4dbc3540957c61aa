import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Database } from '../../../platform/database.ts';
import { allSessions } from '../../../resources/terminal/session/relations.ts';
import { allWaitingCommands } from '../../../resources/tickets/ticket/relations.ts';
import { closeConfirmation } from './outcome.ts';

const waitingInEndedSessions = async (db: Database): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      sql`select t.id::text as id from ${allWaitingCommands} t join ${allSessions} s on s.id = t.linked_session
        where s.is_finished order by 1 limit 1000`,
    )
  ).map(({ id }) => id);

/**
 * Closes what waits for a reviewer in sessions that have ended, because a gateway that was killed cannot do so; returns
 * how many.
 */
export const closeOfEndedSessions = async (
  db: Database,
  contextIn: (db: Database) => Context,
  signal?: AbortSignal,
): Promise<number> => {
  let closed = 0;
  for (const id of await waitingInEndedSessions(db)) {
    signal?.throwIfAborted();
    if (await db.transaction((tx) => closeConfirmation(id, 'session_ended', contextIn(tx)))) closed += 1;
  }
  return closed;
};
