import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import { socket } from '@gatehouse/contract/call/media.ts';
import { everyCall } from '@gatehouse/contract/calls/all.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { MONITOR_SOCKET_PATH, TERMINAL_SOCKET_PATH } from '@gatehouse/contract/wire/gateway.ts';
import fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { unimplemented } from '../engine/actions/implement.ts';
import { urlOf } from '../engine/calls/bind.ts';
import { unbound, undeclared } from '../engine/calls/undeclared.ts';
import { guardRoutes, type HttpPorts, type ServedRoute } from '../engine/http.ts';
import { describeRoutes } from '../engine/routes/describeRoutes.ts';
import { addRelationRoutes } from '../engine/routes/relationRoutes.ts';
import { addResourceRoutes } from '../engine/routes/resourceRoutes.ts';
import { addTransferRoutes, renderFormats } from '../engine/routes/transferRoutes.ts';
import { lockedExports } from '../flows/accounts/lockedExport.ts';
import { compressJson } from '../platform/http/compressJson.ts';
import { isDeep } from '../platform/http/isDeep.ts';
import { upgradesAt } from '../platform/http/upgrades.ts';
import type { Language } from '../platform/i18n.ts';
import { createErrorHandler, createNotFound } from './errorHandler.ts';
import { addFlows, replacedRoutes } from './flows.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyInstance {
    servedRoutes: readonly ServedRoute[];
  }
}

/** The parts of a server; tests pass their own `identify` and `confirmed`. */
export type ServerDeps = {
  services: Services;
  identify: HttpPorts['identify'];
  confirmed: HttpPorts['confirmed'];
  answered?: HttpPorts['answered'];
  language: Language;
  logger?: FastifyServerOptions['logger'];
  trustProxy?: FastifyServerOptions['trustProxy'];
  /** URL of the gateway that `/koko/` is proxied to when no registered one answers. */
  gatewayUrl?: string;
  /** Adds hooks for all routes; called before the first one is registered. */
  prepare?: (app: FastifyInstance) => void;
};

/** Default maximum size of a request body, in bytes; file routes set their own. */
const bodyLimit = 10 * 1024 * 1024;

/**
 * A path parameter may hold the ids of many rows; Node limits the request line and headers to 16 kB in total
 * anyway.
 */
const longestParam = 16_384;

const ownSockets = everyCall.filter((call) => 'answer' in call && call.answer === socket).map(urlOf);
const isUpgrade = upgradesAt([...ownSockets, TERMINAL_SOCKET_PATH, MONITOR_SOCKET_PATH]);

const contentSecurity = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    workerSrc: ["'self'", 'blob:'],
    frameAncestors: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'self'"],
    objectSrc: ["'none'"],
  },
};

/**
 * Some clients declare JSON on every request, even a DELETE or an action without a body: an empty body counts
 * as `{}`, not as invalid.
 */
const acceptEmptyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === ''
      ? done(null, {})
      : isDeep(body)
        ? done(new AppError('parse_error'))
        : parse(request, body, done),
  );
};

/** The HTTP server with every route; not yet listening. */
export const buildServer = async (deps: ServerDeps): Promise<FastifyInstance> => {
  const { services } = deps;
  const app = fastify({
    logger: deps.logger ?? false,
    trustProxy: deps.trustProxy ?? false,
    bodyLimit,
    http: { shouldUpgradeCallback: isUpgrade },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestParam },
    return503OnClosing: true,
  });
  app.setErrorHandler(createErrorHandler(services.lookup, deps.language));
  app.setNotFoundHandler(
    createNotFound({
      lookup: services.lookup,
      fallback: deps.language,
      settings: services.settings,
    }),
  );
  const served = guardRoutes(app);
  app.decorate('servedRoutes', served);
  await app.register(cookie);
  await app.register(formbody);
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurity,
    crossOriginEmbedderPolicy: false,
    hsts: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
  app.addHook('onSend', compressJson);
  await app.register(multipart, { limits: { fileSize: 1024 * 1024 * 1024, files: 1 } });
  await app.register(websocket, { options: { maxPayload: 1024 * 1024 } });
  deps.prepare?.(app);
  acceptEmptyJson(app);
  app.addContentTypeParser(
    ['text/csv', 'text/xlsx', 'application/octet-stream'],
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  );
  const ports: HttpPorts = {
    app,
    engine: services.engine,
    db: services.db,
    identify: deps.identify,
    confirmed: deps.confirmed,
    ...(deps.answered && { answered: deps.answered }),
  };
  const verbs: HttpPorts = { ...ports, isVerb: true };
  const replaced = replacedRoutes();
  const render = lockedExports(renderFormats);
  for (const resource of services.engine.resources.values()) {
    addResourceRoutes(resource, verbs, render, replaced);
    addRelationRoutes(resource, verbs);
    addTransferRoutes(resource, verbs, () => services.settings.get('IMPORT_FILE_SIZE_LIMIT_MB'));
  }
  await addFlows(ports, services, deps, render);
  describeRoutes(ports, served);
  const [missing] = [...unbound(served, everyCall), ...unimplemented(served, services.engine.resources)];
  if (missing) throw new Error(`${missing} is declared, but nothing serves it`);
  const [stray] = undeclared(served, everyCall);
  if (stray) throw new Error(`${stray} is neither a verb or an action of a resource nor a declared call`);
  return app;
};
