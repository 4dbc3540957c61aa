import { AppError } from '@gatehouse/contract/errors.ts';
import { session as sessionDefinition } from '@gatehouse/contract/resources/terminal/session.ts';
import { applyloginassetticket } from '@gatehouse/contract/resources/tickets/applyloginassetticket.ts';
import type { ticket as ticketDefinition } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { storedRows } from '../../../engine/operations/read.ts';
import { lockRows, updateRow } from '../../../engine/operations/store.ts';
import type { Row } from '../../../engine/resource.ts';
import { type Database, isUuid } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { onlyOwnSessions } from '../../../resources/ownTerminal.ts';
import { allSessions } from '../../../resources/terminal/session/relations.ts';
import { addTasks } from '../../../resources/terminal/task/statements.ts';
import { noteOpened, sessionsAssignedTo } from '../../../resources/tickets/ticket/statements.ts';
import { giveOrders } from '../../components/heartbeat.ts';

/** The component of a running session; undefined once the session has ended. */
const runningOf = async (session: string, db: Database): Promise<{ terminal: string | null } | undefined> =>
  (
    await db.rows<{ terminal: string | null }>(
      sql`select terminal::text as terminal from ${allSessions} s where s.id = ${session} and not s.is_finished`,
    )
  )[0];

/** Whether a session runs. */
export const isRunning = async (session: string, db: Database): Promise<boolean> =>
  (await runningOf(session, db)) !== undefined;

/** Ends a session that an approval opened, if it runs. */
export const endSession = async (session: string, by: string, { db }: Context): Promise<void> => {
  const running = await runningOf(session, db);
  if (!running) return;
  await addTasks([{ name: 'kill_session', session, terminal: running.terminal, by }], db);
  if (running.terminal) await publish(db, 'task', running.terminal);
};

/** Whether a session is the connection that a ticket is about: of its applicant, to its asset. */
const isAbout = async (
  session: string,
  { applicant, apply_login_asset }: Row<typeof applyloginassetticket>,
  { db }: Context,
): Promise<boolean> => {
  if (!applicant || !apply_login_asset) return false;
  const found = await db.rows(
    sql`select 1 from ${allSessions} s where s.id = ${session} and lower(s.user_id) = ${applicant} and lower(s.asset_id) = ${apply_login_asset}`,
  );
  return found.length > 0;
};

/**
 * Notes the session that a ticket about a connection has made possible, for the component of the session; refuses a
 * ticket about another connection, and one whose approval does not stand.
 */
export const linkSession = async (ticket: string, session: string, ctx: Context): Promise<void> => {
  await onlyOwnSessions([session], ctx);
  const resource = ctx.engine.resource(applyloginassetticket);
  const [row] = await lockRows(resource, [ticket], ctx);
  if (row?.type !== 'login_asset_confirm' || !(await isAbout(session, row, ctx)))
    throw new AppError('object_does_not_exist');
  if (row.state !== 'approved' || row.date_revoked !== null) throw new AppError('ticket_not_held');
  await noteOpened(row.id, { kind: 'session', id: session }, ctx.db);
  await updateRow(resource, row.id, { linked_session: session }, ctx);
};

/** The session of a ticket, in whichever organization it is. */
export const sessionOf = async (ticket: Row<typeof ticketDefinition>, ctx: Context) => {
  const resource = ctx.engine.resource(sessionDefinition);
  const [found] = ticket.linked_session ? await storedRows(resource, [ticket.linked_session], ctx) : [];
  if (!found) throw new AppError('object_does_not_exist', { resource: resource.definition.name });
  return found;
};

/**
 * Sends tasks to running sessions whose tickets were assigned to the caller, at any level: approvers end and pause
 * what they let through without further permissions. Refuses all if one is of another ticket.
 */
export const orderForTicket = async (
  ids: readonly string[],
  name: 'kill_session' | 'lock_session' | 'unlock_session',
  ctx: Context,
): Promise<string[]> => {
  const wanted = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))];
  const mine = new Set(await sessionsAssignedTo(ctx.actor.id, wanted, ctx.db));
  if (wanted.length !== ids.length || !wanted.every((id) => mine.has(id)))
    throw new AppError('permission_denied');
  const sessions = await storedRows(ctx.engine.resource(sessionDefinition), wanted, ctx);
  return giveOrders(
    sessions.filter((session) => !session.is_finished),
    name,
    ctx,
  );
};
