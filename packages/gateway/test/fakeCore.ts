import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ConnectionSecret } from '@gatehouse/contract/wire/connection.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import { onBody } from '../../../scripts/servers/onBody.ts';
import { answerOf, createMemory, signedBy } from './fakeCoreAnswers.ts';

/** A small server that speaks the protocol of components and remembers what it received. */
export type FakeCore = Awaited<ReturnType<typeof startFakeCore>>;

/** A server that can stop and come back on the same port; `build` makes the next one. */
const createComeAndGo = (build: () => Server) => {
  const sockets = new Set<Socket>();
  let server: Server;
  let port = 0;
  return {
    port: () => port,
    up: async () => {
      server = build();
      server.on('connection', (socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
      });
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port;
    },
    down: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

export const startFakeCore = async () => {
  const memory = createMemory();
  const { keys, formerKeys, sessions, commands, heartbeats } = memory;
  const components = new Set<WebSocket>();
  const upgrades = new WebSocketServer({ noServer: true });
  let taken = 0;

  const build = () => {
    const server = createServer((request, response) => {
      onBody(request, (raw) => {
        const [status, body] = answerOf(memory, request, raw);
        taken += 1;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
    server.on('upgrade', (request, socket, head) => {
      if (request.url !== '/ws/terminal-task/' || !signedBy(request, keys)) return socket.destroy();
      upgrades.handleUpgrade(request, socket, head, (component) => {
        components.add(component);
        component.on('error', () => undefined);
        component.on('close', () => components.delete(component));
        component.on('message', (data: Buffer) => heartbeats.push(JSON.parse(data.toString()).payload));
        component.send(Buffer.from('[]'), { binary: true });
      });
    });
    return server;
  };
  const { up, down, port } = createComeAndGo(build);
  await up();

  return {
    ...memory,
    url: `http://127.0.0.1:${port()}`,
    components,
    /** Access keys become unknown, as in a fresh database. */
    forgetKeys: () => keys.clear(),
    /** Deletes every component: their keys are unknown, their sessions have no owner. */
    deleteComponents: () => {
      for (const [id, secret] of keys) formerKeys.set(id, secret);
      keys.clear();
      memory.registrations.length = 0;
      for (const row of sessions.values()) row.formerHolder = true;
    },
    failUploads: (times: number) => {
      memory.failUploads = times;
    },
    /** Offers a one-time connection token. */
    offer: (secret: ConnectionSecret) => {
      memory.secrets.set(secret.id, secret);
      return secret.id;
    },
    task: (name: string, args: string, by: string) => {
      const task = { id: crypto.randomUUID(), name, args, kwargs: { terminated_by: by }, is_finished: false };
      for (const component of components)
        component.send(Buffer.from(JSON.stringify([task])), { binary: true });
      return task.id;
    },
    taken: () => taken,
    configured: () => memory.configured,
    renewed: (token?: string) => memory.renewed.filter((one) => one === (token ?? one)).length,
    renewalCalls: () => memory.renewalCalls,
    /** From now on, it acts as a server that does not know the call for many. */
    growOld: () => {
      memory.isOld = true;
    },
    commandsOf: (id: string) =>
      [...commands.values()]
        .filter((row) => row.session === id)
        .sort((a, b) => (a.offset_ms ?? 0) - (b.offset_ms ?? 0)),
    up,
    down,
  };
};
