import type { Socket } from 'node:net';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import { passToGateway } from '@gatehouse/contract/calls/sockets.ts';
import { MODERN_TLS } from '@gatehouse/contract/network/tls.ts';
import { MONITOR_SOCKET_PATH, VISITOR_HEADER, WATCHER_HEADER } from '@gatehouse/contract/wire/gateway.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpPorts } from '../../engine/http.ts';
import { authorize } from '../../engine/permission.ts';
import type { RateLimits } from '../../platform/limits/rateLimits.ts';
import { isRefusedHost } from '../../platform/outgoing/checkedHost.ts';
import { toComponents } from '../../platform/outgoing/outgoing.ts';
import { isForbiddenAddress } from '../../platform/outgoing/refusedAddress.ts';
import { gatewayOfSession, gatewaysForToken } from '../components/gateways.ts';
import { visitorMark } from '../connect/visitor.ts';
import { splice } from './splice.ts';

/** Gateways may run anywhere: none gets a user's credentials. */
const withheld = ['cookie', 'authorization', 'x-csrftoken'];
/** What a request that is passed on as an ordinary one may not ask for. */
const unanswered = ['upgrade', 'http2-settings', 'expect'];

const hidden = new Set([...withheld, ...unanswered]);

const NOWHERE = 'http://127.0.0.1:9';

const isAllowed = (address: string): boolean => !isRefusedHost(new URL(address).hostname, isForbiddenAddress);

/**
 * Gateways to try for a request, in order: for a session the one it belongs to; otherwise those that open the
 * protocol of the token (SSH without one), then the configured gateway.
 */
const createRoute =
  ({ db }: Pick<HttpPorts, 'db'>, configured: string | undefined) =>
  async (url: string): Promise<string[]> => {
    const { searchParams } = new URL(url, NOWHERE);
    const session = searchParams.get('session');
    const own = session ? await gatewayOfSession(session, db) : [];
    // No other gateway knows this session; the window retries until the session's gateway answers.
    if (own.length > 0) return own.filter(isAllowed);
    const open = await gatewaysForToken(searchParams.get('token') ?? '', db);
    return [...new Set(configured ? [...open, configured] : open)].filter(isAllowed);
  };

/**
 * Proxies `/koko/` to the gateways, so that a browser needs only one address. Only signed-in users reach
 * them, and each gateway learns who the user is. To open a terminal, the gateway also requires a token, which
 * belongs to one user.
 */
export const addGatewayProxy = async (
  ports: HttpPorts,
  limits: RateLimits,
  configured: string | undefined,
): Promise<void> => {
  const routeOf = createRoute(ports, configured && new URL(configured).origin);
  const joined = new Set<Socket>();
  const upstreams = new WeakMap<object, string>();
  ports.app.addHook('preClose', async () => {
    for (const socket of joined) socket.destroy();
  });

  /** Headers the server sets itself, replacing the client's. */
  const saidOf = ({ facts, protocol, url }: Pick<FastifyRequest, 'facts' | 'protocol' | 'url'>) => ({
    'x-forwarded-for': facts?.remoteAddr ?? '',
    'x-forwarded-proto': protocol,
    [VISITOR_HEADER]: facts
      ? visitorMark({ user: facts.actor.id, address: facts.remoteAddr }, ports.engine.vault)
      : '',
    [WATCHER_HEADER]: facts && url.startsWith(MONITOR_SOCKET_PATH) ? facts.actor.id : '',
  });

  const passUpgrade = (request: FastifyRequest, reply: FastifyReply, route: readonly string[]) => {
    const { socket } = request.raw;
    reply.hijack();
    reply.raw.detachSocket(socket);
    joined.add(socket);
    void splice(request.raw, socket, route, { said: saidOf(request), withheld }).finally(() =>
      joined.delete(socket),
    );
  };

  const options: FastifyHttpProxyOptions = {
    upstream: '',
    prefix: '/koko',
    rewritePrefix: '/koko',
    undici: { connect: { ...MODERN_TLS, lookup: toComponents.lookup } },
    config: { need: passToGateway.permission, call: passToGateway },
    preHandler: async (request, reply) => {
      request.facts = await ports.identify(request);
      authorize({ actor: request.facts.actor }, passToGateway.permission);
      // The headers do not tell: only a connection that Node handed over has no parser any more.
      if (!request.ws) {
        upstreams.set(request, configured ?? (await routeOf(request.url))[0] ?? NOWHERE);
        return;
      }
      await limits.take('sockets', request.facts.actor.id);
      passUpgrade(request, reply, await routeOf(request.url));
    },
    replyOptions: {
      getUpstream: (request) => upstreams.get(request) ?? NOWHERE,
      onError: (reply, { error }) => {
        ports.app.log.warn({ err: error }, 'the gateway does not answer');
        const { facts } = reply.request;
        const detail = ports.engine.lookup(facts?.language ?? 'en', 'errors.gateway_unreachable');
        reply.status(502).send({ detail, code: 'gateway_unreachable' });
      },
      rewriteRequestHeaders: (request, headers) => ({
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => !hidden.has(name))),
        ...saidOf(request),
      }),
    },
  };
  await ports.app.register(async (scope) => {
    // The proxy passes bodies on unread, with parsers of its own.
    scope.removeAllContentTypeParsers();
    await scope.register(httpProxy, options);
  });
};
