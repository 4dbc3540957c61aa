import { randomUUID } from 'node:crypto';
import { takeTasks } from '@gatehouse/contract/calls/sockets.ts';
import { STOP_WORK, WORK_WAITS } from '@gatehouse/contract/wire/machineWork.ts';
import { CHECK_PERMISSIONS, CHECK_SETTINGS, TICKET_ENDED } from '@gatehouse/contract/wire/terminal.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { urlOf } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import { authorize } from '../../engine/permission.ts';
import type { Database } from '../../platform/database.ts';
import type { Events } from '../../platform/events.ts';
import type { RateLimits } from '../../platform/limits/rateLimits.ts';
import { RUNNER, terminalOf } from '../../resources/ownTerminal.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { ticketsFromSessions } from '../../resources/tickets/ticket/relations.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { endedWorkOf } from '../machineWork/statements.ts';
import { whenChanges, whenHitsChange } from './changes.ts';
import type { GatewayWatch } from './gatewayWatch.ts';
import { openTasks, takeHeartbeat } from './heartbeat.ts';

const readStatus = (text: string): Record<string, unknown> | undefined => {
  try {
    const frame = JSON.parse(text) as { type?: unknown; payload?: unknown };
    return frame.type === 'status' && typeof frame.payload === 'object' && frame.payload !== null
      ? (frame.payload as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Close code of a socket whose component is not, or no longer, accepted. */
const REFUSED = 4403;

/** Whether a ticket came from a session of this component. */
const isFrom = async (ticket: string, terminalId: string, db: Database): Promise<boolean> =>
  (
    await db.rows(
      sql`select 1 from ${ticketsFromSessions} t join ${allSessions} s on s.id = t.session
        where t.id = ${ticket} and s.terminal = ${terminalId}`,
    )
  ).length > 0;

/**
 * Tells a runner that targets wait for it, and which work has ended of which it still holds some: whenever work ends,
 * and when `tellEnded` is called, because it may not have heard of it.
 */
const workNotices = (
  terminalId: string,
  {
    events,
    db,
    notice,
    quietly,
  }: {
    events: Events;
    db: Database;
    notice(name: string, args?: string): void;
    quietly(work: Promise<void>): unknown;
  },
): { endings: (() => void)[]; tellEnded: () => Promise<void> } => {
  const tellEnded = async () => {
    for (const work of await endedWorkOf(terminalId, db)) notice(STOP_WORK, work);
  };
  return {
    endings: [
      whenChanges('work_waits', events, () => notice(WORK_WAITS)),
      events.on('work_stopped', () => void quietly(tellEnded())),
    ],
    tellEnded,
  };
};

type SocketDeps = { events: Events; gatewayWatch: GatewayWatch; ruleBook: RuleBook };

type Component = { terminalId: string; accountId: string; remoteAddr: string; isRunner: boolean };

const serve = (
  socket: WebSocket,
  { terminalId, accountId, remoteAddr, isRunner }: Component,
  ports: HttpPorts,
  { events, gatewayWatch, ruleBook }: SocketDeps,
) => {
  const send = (tasks: unknown[]) => {
    if (socket.readyState === socket.OPEN) socket.send(Buffer.from(JSON.stringify(tasks)));
  };
  const sendTasks = async () => send(await openTasks(terminalId, ports.db));
  const notice = (name: string, args = '') => send([{ id: randomUUID(), name, args, kwargs: null }]);
  const tellEnd = async (ticket: string | undefined) => {
    if (ticket === undefined || (await isFrom(ticket, terminalId, ports.db))) notice(TICKET_ENDED, ticket);
  };
  const checkAccess = async () => {
    if (!(await terminalOf(accountId, ports.db))) return socket.close(REFUSED);
    notice(CHECK_PERMISSIONS);
  };
  const quietly = (work: Promise<void>) =>
    work.catch((error: unknown) => ports.app.log.error({ err: error }, 'component socket'));
  const work = isRunner ? workNotices(terminalId, { events, db: ports.db, notice, quietly }) : undefined;
  const beat = async (payload: Record<string, unknown>) => {
    await takeHeartbeat(terminalId, payload, { db: ports.db, remoteAddr });
    await work?.tellEnded();
  };
  const endings = [
    gatewayWatch.connected(terminalId),
    events.on('task', (componentId) => {
      if (componentId === undefined || componentId === terminalId) void quietly(sendTasks());
    }),
    events.on('ticket_ended', (ticket) => void quietly(tellEnd(ticket))),
    whenChanges('access', events, () => void quietly(checkAccess())),
    whenChanges('rules', events, () => notice(CHECK_PERMISSIONS)),
    whenHitsChange({ events, ruleBook }, (ids) => notice(CHECK_PERMISSIONS, ids.join(','))),
    whenChanges('settings', events, () => notice(CHECK_SETTINGS)),
    ...(work?.endings ?? []),
  ];
  const stop = () => {
    for (const end of endings.splice(0)) end();
  };
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const payload = isBinary ? undefined : readStatus(data.toString('utf8'));
    if (payload) void quietly(beat(payload));
  });
  socket.on('close', stop);
  socket.on('error', stop);
  const start = async () => {
    await events.ready();
    // A task created before the subscription is active is read here; a later one arrives as an event.
    await sendTasks();
    // So is a setting that changed since the component asked.
    notice(CHECK_SETTINGS);
    await work?.tellEnded();
  };
  void quietly(start());
};

/**
 * `/ws/terminal-task/`: heartbeats in, tasks out as binary frames, as soon as they are created (reference 05
 * §8.2).
 */
export const addTaskSocket = (ports: HttpPorts, deps: SocketDeps & { limits: RateLimits }): void => {
  ports.app.route({
    method: 'GET',
    url: urlOf(takeTasks),
    config: { need: takeTasks.permission, call: takeTasks },
    onRequest: async (request: FastifyRequest) => {
      request.facts = await ports.identify(request);
      authorize({ actor: request.facts.actor }, takeTasks.permission);
      await deps.limits.take('sockets', request.facts.actor.id);
    },
    handler: (_request, reply) => reply.status(426).send(),
    wsHandler: async (socket, request) => {
      const accountId = request.facts?.actor.id ?? '';
      // The first heartbeat arrives as the socket opens. Without a pause it would be lost, and the next comes
      // only after a whole interval.
      socket.pause();
      const found = await terminalOf(accountId, ports.db);
      socket.resume();
      if (!found) return socket.close(REFUSED);
      if (socket.readyState !== socket.OPEN) return;
      const remoteAddr = request.facts?.remoteAddr ?? '';
      const component = { terminalId: found.id, accountId, remoteAddr, isRunner: found.type === RUNNER };
      serve(socket, component, ports, deps);
    },
  });
};
