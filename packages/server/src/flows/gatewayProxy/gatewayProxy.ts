import type { Socket } from 'node:net';
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import { VISITOR_HEADER } from '@gatehouse/contract/wire/gateway.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpPorts } from '../../engine/http.ts';
import { authorize } from '../../engine/permission.ts';
import type { RateLimits } from '../../platform/rateLimits.ts';
import { visitorMark } from '../connect/visitor.ts';
import { splice } from './splice.ts';

/**
 * Passes `/koko/` on to the gateway, so that a browser needs one address only. Whoever is not signed in does not even
 * reach it, and of everybody else it learns who he is: the gateway asks for a token besides, and each is one person's.
 */
export const addGatewayProxy = async (
  ports: HttpPorts,
  limits: RateLimits,
  gatewayUrl: string,
): Promise<void> => {
  const { hostname, port } = new URL(gatewayUrl);
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 80 };
  const joined = new Set<Socket>();
  ports.app.addHook('preClose', async () => {
    for (const socket of joined) socket.destroy();
  });

  /** What the server itself says of a request, whatever its sender claimed under these names. */
  const saidOf = ({ facts, protocol }: Pick<FastifyRequest, 'facts' | 'protocol'>) => ({
    'x-forwarded-for': facts?.remoteAddr ?? '',
    'x-forwarded-proto': protocol,
    [VISITOR_HEADER]: facts ? visitorMark(facts.actor.id, ports.engine.vault) : '',
  });

  const passUpgrade = (request: FastifyRequest, reply: FastifyReply) => {
    const { socket } = request.raw;
    reply.hijack();
    reply.raw.detachSocket(socket);
    joined.add(socket);
    void splice(request.raw, socket, target, saidOf(request)).finally(() => joined.delete(socket));
  };

  const options: FastifyHttpProxyOptions = {
    upstream: gatewayUrl,
    prefix: '/koko',
    rewritePrefix: '/koko',
    config: { need: 'validUser' },
    preHandler: async (request, reply) => {
      request.facts = await ports.identify(request);
      authorize({ actor: request.facts.actor }, 'validUser');
      if (request.headers.upgrade?.toLowerCase() !== 'websocket') return;
      await limits.take('sockets', request.facts.actor.id);
      passUpgrade(request, reply);
    },
    replyOptions: {
      onError: (reply, { error }) => {
        ports.app.log.warn({ err: error }, 'the gateway does not answer');
        const { facts } = reply.request;
        const detail = ports.engine.lookup(facts?.language ?? 'en', 'errors.gateway_unreachable');
        reply.status(502).send({ detail, code: 'gateway_unreachable' });
      },
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        ...saidOf(request),
      }),
    },
  };
  await ports.app.register(async (scope) => {
    // The proxy passes bodies on unread and brings parsers of its own for that.
    scope.removeAllContentTypeParsers();
    await scope.register(httpProxy, options);
  });
};
