import { AppError } from '@gatehouse/contract/errors.ts';
import {
  SIGNED_OUT_CODE,
  SITE_MESSAGE_SOCKET,
  type UnreadCount,
} from '@gatehouse/contract/wire/siteMessages.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { HttpPorts } from '../../engine/http.ts';
import { authorize } from '../../engine/permission.ts';
import { MISSED, type Notices } from '../../platform/notices.ts';
import type { RateLimits } from '../../platform/rateLimits.ts';
import { siteMessageChannel } from './notify.ts';
import { unreadOf } from './routes.ts';

/** How often a silent connection is asked whether it is still there, and whether its session is. */
const beatMs = 60_000;

type Deps = { notices: Notices; limits: RateLimits; siteUrl: () => string | undefined };

/** A page elsewhere could open our socket with the visitor's cookies; browsers always say where a page is from. */
const refuseForeignPage = ({ headers, host }: FastifyRequest, siteUrl: string | undefined): void => {
  if (headers.origin === undefined) return;
  const hosts = [host, siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).host : undefined];
  const from = URL.canParse(headers.origin) ? new URL(headers.origin).host : '';
  if (!from || !hosts.includes(from)) throw new AppError('permission_denied');
};

const serve = (socket: WebSocket, who: { id: string; sessionId: string }, ports: HttpPorts, deps: Deps) => {
  let isAlive = true;
  const isSignedIn = async () =>
    (
      await ports.db.rows(
        sql`select 1 from system_session where id::text = ${who.sessionId} and user_id = ${who.id} and expires_at > now()`,
      )
    ).length > 0;
  const tell = async () => {
    if (!(await isSignedIn())) return socket.close(SIGNED_OUT_CODE);
    const count: UnreadCount = { type: 'unread_count', unread_count: await unreadOf(who.id, ports.db) };
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(count));
  };
  const quietly = (work: Promise<void>) =>
    void work.catch((error: unknown) => ports.app.log.error({ err: error }, 'site message socket'));
  const end = deps.notices.listen(siteMessageChannel, (payload) => {
    if (payload === who.id || payload === MISSED) quietly(tell());
  });
  const beat = async () => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
    if (!(await isSignedIn())) socket.close(SIGNED_OUT_CODE);
  };
  const timer = setInterval(() => quietly(beat()), beatMs).unref();
  const stop = () => {
    clearInterval(timer);
    end();
  };
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('close', stop);
  socket.on('error', stop);
  quietly(tell());
};

/** The unread messages of whoever is signed in, told at the start and whenever one arrives. */
export const addSiteMessageSocket = (ports: HttpPorts, deps: Deps): void => {
  ports.app.route({
    method: 'GET',
    url: SITE_MESSAGE_SOCKET,
    config: { need: 'validUser' },
    onRequest: async (request) => {
      request.facts = await ports.identify(request);
      authorize({ actor: request.facts.actor }, 'validUser');
      if (!request.facts.sessionId) throw new AppError('permission_denied');
      refuseForeignPage(request, deps.siteUrl());
      await deps.limits.take('sockets', request.facts.actor.id);
    },
    handler: (_request, reply) => reply.status(426).send(),
    wsHandler: (socket, { facts }) =>
      serve(socket, { id: facts?.actor.id ?? '', sessionId: facts?.sessionId ?? '' }, ports, deps),
  });
};
