import { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { playbookAbilities } from '@gatehouse/contract/wire/machineWork.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { nameOf, type Row } from '../../engine/resource.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import type { Database } from '../../platform/database.ts';
import { isUuid, uuids } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { guardRank } from '../../resources/rank.ts';
import { targetsOf } from '../../resources/terminal/session/index.ts';
import { finishSilentSessions, keepSessionsAlive } from '../../resources/terminal/session/statements.ts';
import { allTasks } from '../../resources/terminal/task/relations.ts';
import { addTasks, finishTasksOf } from '../../resources/terminal/task/statements.ts';
import { noteHeartbeat } from '../../resources/terminal/terminal/statements.ts';
import { loseFormer } from '../machineWork/statements.ts';
import { takeGatewayOffer } from './gateways.ts';
import { loseSessions, regainSessions } from './lostSessions.ts';

/** A task as components receive it. */
export type OpenTask = {
  id: string;
  name: string;
  args: string;
  kwargs: unknown;
  terminal: string | null;
  is_finished: boolean;
};

/** Tasks a component has not carried out yet, none older than ten minutes. */
export const openTasks = (terminalId: string, db: Database): Promise<OpenTask[]> =>
  db.rows<OpenTask>(sql`select id::text as id, name, args, kwargs, terminal::text as terminal, is_finished from ${allTasks} t
    where terminal = ${terminalId} and not is_finished and date_created > now() - interval '10 minutes' order by date_created`);

const numberOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;

/** When the process of a component started, by the component's clock, which also times its sessions. */
const startOf = (said: unknown): Date | undefined => {
  const instant = typeof said === 'string' ? Date.parse(said) : Number.NaN;
  return Number.isNaN(instant) ? undefined : new Date(instant);
};

/**
 * Handles a heartbeat: stores the component's load and gateway offer, keeps its sessions alive, reopens lost
 * ones that it still runs, and ends those begun before its process started.
 */
export const takeHeartbeat = async (
  terminalId: string,
  payload: Record<string, unknown>,
  { db, remoteAddr }: { db: Database; remoteAddr: string },
): Promise<void> => {
  const sessions = Array.isArray(payload.sessions) ? payload.sessions.filter(isUuid) : [];
  const load = {
    session_online: Math.round(numberOf(payload.session_online)),
    cpu_load: numberOf(payload.cpu_load),
    memory_used: numberOf(payload.memory_used),
    disk_used: numberOf(payload.disk_used),
  };
  const playbooks = playbookAbilities.find((ability) => ability === payload.playbooks) ?? null;
  await noteHeartbeat(terminalId, { ...load, playbooks }, db);
  await keepSessionsAlive(sessions, terminalId, db);
  await takeGatewayOffer(terminalId, payload.gateway, { db, remoteAddr, sessions: sessions.length });
  await regainSessions(terminalId, sessions, db);
  const begunBefore = startOf(payload.date_started);
  if (begunBefore) await loseSessions(terminalId, { begunBefore, lastSeen: null }, db);
  if (begunBefore) await loseFormer({ terminal: terminalId, process: String(payload.date_started) }, db);
};

/** Closes sessions without a sign of life for five minutes, and their open tasks (reference 05 §1.4). */
export const closeOrphans = async (db: Database): Promise<number> => {
  const closed = await finishSilentSessions(db);
  if (closed.length) await finishTasksOf(closed, db);
  return closed.length;
};

type Order = 'kill_session' | 'lock_session' | 'unlock_session';

const logOrder = (sessions: readonly Row<typeof session>[], name: Order, ctx: Context): Promise<void> => {
  const resource = ctx.engine.resource(session);
  const [no, yes] = [ctx.t('common.words.no'), ctx.t('common.words.yes')];
  const label = ctx.t('terminal.session.fields.is_locked');
  const diffs: Record<Order, Record<string, [string, string]>> = {
    kill_session: {},
    lock_session: { [label]: [no, yes] },
    unlock_session: { [label]: [yes, no] },
  };
  return ctx.engine.record(
    sessions.map((row) => ({
      action: name === 'kill_session' ? 'close' : 'update',
      resource,
      row,
      display: nameOf(resource, row),
      diff: diffs[name],
    })),
    ctx,
  );
};

/** Creates a task for each of these running sessions, and logs it; the caller has checked who may do so. */
export const giveOrders = async (
  sessions: Row<typeof session>[],
  name: Order,
  ctx: Context,
): Promise<string[]> => {
  const by = ctx.actor.name;
  await addTasks(
    sessions.map(({ id, terminal }) => ({ name, session: id, terminal, by })),
    ctx.db,
  );
  const terminals = sessions.flatMap(({ terminal }) => terminal ?? []);
  for (const terminal of terminals) await publish(ctx.db, 'task', terminal);
  await logOrder(sessions, name, ctx);
  return sessions.map(({ id }) => id);
};

/**
 * Creates a task for each running session among the ids, for the component that runs it; unknown and finished
 * sessions are ignored. Refuses all when one belongs to a user who ranks above the caller. Wakes the
 * components after commit and returns the ids of the running sessions.
 */
export const orderSessions = async (sessionIds: string[], name: Order, ctx: Context): Promise<string[]> => {
  const sessions = await ctx.db.rows<
    Row<typeof session>
  >(sql`select t.* from ${await visibleRows('terminal.session', ctx)} t
    where t.id = any(${uuids(sessionIds)}) and not t.is_finished`);
  await guardRank(targetsOf(sessions), ctx);
  return giveOrders(sessions, name, ctx);
};
