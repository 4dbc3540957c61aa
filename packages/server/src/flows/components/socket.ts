import { randomUUID } from 'node:crypto';
import { CHECK_PERMISSIONS } from '@gatehouse/contract/wire/terminal.ts';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { HttpPorts } from '../../engine/http.ts';
import { authorize } from '../../engine/permission.ts';
import type { Events } from '../../platform/events.ts';
import type { RateLimits } from '../../platform/rateLimits.ts';
import { terminalOf } from '../../resources/ownTerminal.ts';
import { whenAccessChanges } from './accessChanges.ts';
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

const serve = (
  socket: WebSocket,
  { terminalId, remoteAddr }: { terminalId: string; remoteAddr: string },
  ports: HttpPorts,
  events: Events,
) => {
  const send = (tasks: unknown[]) => {
    if (socket.readyState === socket.OPEN) socket.send(Buffer.from(JSON.stringify(tasks)));
  };
  const sendTasks = async () => send(await openTasks(terminalId, ports.db));
  const quietly = (work: Promise<void>) =>
    work.catch((error: unknown) => ports.app.log.error({ err: error }, 'component socket'));
  const endings = [
    events.on('task', (componentId) => {
      if (componentId === undefined || componentId === terminalId) void quietly(sendTasks());
    }),
    whenAccessChanges(events, () =>
      send([{ id: randomUUID(), name: CHECK_PERMISSIONS, args: '', kwargs: null }]),
    ),
  ];
  const stop = () => {
    for (const end of endings) end();
  };
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const payload = isBinary ? undefined : readStatus(data.toString('utf8'));
    if (payload) void quietly(takeHeartbeat(terminalId, payload, { db: ports.db, remoteAddr }));
  });
  socket.on('close', stop);
  socket.on('error', stop);
  // A task made before the subscription is in force is read here; a later one arrives as an event.
  void quietly(events.ready().then(sendTasks));
};

/** `/ws/terminal-task/`: heartbeats in, orders out as binary frames, at once when they are made (reference 05 §8.2). */
export const addTaskSocket = (
  ports: HttpPorts,
  { events, limits }: { events: Events; limits: RateLimits },
): void => {
  ports.app.route({
    method: 'GET',
    url: '/ws/terminal-task/',
    config: { need: 'serviceAccount' },
    onRequest: async (request: FastifyRequest) => {
      request.facts = await ports.identify(request);
      authorize({ actor: request.facts.actor }, 'serviceAccount');
      await limits.take('sockets', request.facts.actor.id);
    },
    handler: (_request, reply) => reply.status(426).send(),
    wsHandler: async (socket, request) => {
      const found = await terminalOf(request.facts?.actor.id ?? '', ports.db);
      if (!found) return socket.close(4403);
      serve(socket, { terminalId: found.id, remoteAddr: request.facts?.remoteAddr ?? '' }, ports, events);
    },
  });
};
