import type { Call } from '@gatehouse/contract/call/defineCall.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { SIGNED_OUT_CODE } from '@gatehouse/contract/wire/siteMessages.ts';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { urlOf } from '../../engine/calls/bind.ts';
import type { Facts, HttpPorts } from '../../engine/http.ts';
import { authorize } from '../../engine/permission.ts';
import type { RateLimits } from '../../platform/limits/rateLimits.ts';
import { isSessionOpen } from '../../resources/users/user/sessions.ts';

/** How often a connection and its web session are checked, in milliseconds. */
const beatMs = 60_000;

/** A page's connection, with access to its web session. */
export type PageSocket = {
  socket: WebSocket;
  facts: Facts;
  /** Closes the connection if its web session has ended; returns whether it continues. */
  isSignedIn(): Promise<boolean>;
  /** Runs work without waiting; logs failures. */
  quietly(work: Promise<unknown>): void;
};

type Options = {
  call: Call;
  limits: RateLimits;
  siteUrl: () => string | undefined;
  /** Throws when this connection may not be opened. */
  admit?: () => void;
  /** Serves a connection; returns the clean-up to run at its end. */
  serve: (page: PageSocket) => () => void;
};

/** A foreign page could open our socket with the user's cookies; browsers always send the page's origin. */
const refuseForeignPage = ({ headers, host }: FastifyRequest, siteUrl: string | undefined): void => {
  if (headers.origin === undefined) return;
  const hosts = [host, siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).host : undefined];
  const from = URL.canParse(headers.origin) ? new URL(headers.origin).host : '';
  if (!from || !hosts.includes(from)) throw new AppError('permission_denied');
};

const keep = (socket: WebSocket, facts: Facts, ports: HttpPorts, options: Options) => {
  let isAlive = true;
  const quietly = (work: Promise<unknown>) =>
    void work.catch((error: unknown) =>
      ports.app.log.error({ err: error }, `socket ${options.call.addresses}`),
    );
  const isSignedIn = async () => {
    const isOpen = await isSessionOpen(facts.sessionId, facts.actor.id, ports.db);
    if (!isOpen) socket.close(SIGNED_OUT_CODE);
    return isOpen;
  };
  const beat = async () => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
    await isSignedIn();
  };
  const timer = setInterval(() => quietly(beat()), beatMs).unref();
  const end = options.serve({ socket, facts, isSignedIn, quietly });
  const stop = () => {
    clearInterval(timer);
    end();
  };
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('close', stop);
  socket.on('error', stop);
};

/** A WebSocket for pages of this installation: requires a web session, and closes when that ends. */
export const addPageSocket = (ports: HttpPorts, options: Options): void => {
  ports.app.route({
    method: 'GET',
    url: urlOf(options.call),
    config: { need: options.call.permission, call: options.call },
    onRequest: async (request) => {
      request.facts = await ports.identify(request);
      authorize({ actor: request.facts.actor }, options.call.permission);
      if (!request.facts.sessionId) throw new AppError('permission_denied');
      refuseForeignPage(request, options.siteUrl());
      options.admit?.();
      await options.limits.take('sockets', request.facts.actor.id);
    },
    handler: (_request, reply) => reply.status(426).send(),
    wsHandler: (socket, { facts }) => keep(socket, facts as Facts, ports, options),
  });
};
