import type { Call, CallShape, ConfirmLevel } from '@gatehouse/contract/call/defineCall.ts';
import { AppError, fieldError, type MessageParams } from '@gatehouse/contract/errors.ts';
import type { FieldMeta, MetaType } from '@gatehouse/contract/wire/options.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../platform/database.ts';
import { makeRoomForBody } from '../platform/http/bodyRoom.ts';
import { endWhenStalled } from '../platform/http/endWhenStalled.ts';
import { bodyAsSigned } from '../platform/http/signedBody.ts';
import type { Language } from '../platform/i18n.ts';
import { acceptedFormat } from './accept.ts';
import type { Actor, Context, Engine, Organization } from './context.ts';
import { control } from './fields/text/text.ts';
import type { Form } from './form.ts';
import type { RouteDocs } from './openapi/schema.ts';
import { authorize, type Need } from './permission.ts';

/** Caller, organization, language and other facts about an identified request. */
export type Facts = {
  actor: Actor;
  org: Organization;
  language: Language;
  zone: string;
  remoteAddr: string;
  sessionId?: string;
  decrypt(value: string): string;
};

declare module 'fastify' {
  interface FastifyRequest {
    facts?: Facts;
  }
  interface FastifyContextConfig {
    /** The permission a route requires; the server does not start with a route that has none. */
    need?: Need;
    /** A GET with side effects: like a write, it must prove that one of our pages sent it. */
    changes?: boolean;
    /** Answers every caller with the same public file, so the caller is not identified. */
    isSameForAll?: boolean;
    /** Its handler identifies the caller. */
    identifiesItself?: boolean;
    shows?: Shown;
    docs?: Documented;
    confirm?: ConfirmLevel;
    call?: Call;
    action?: string;
    isVerb?: boolean;
  }
}

/** `false`: not in the API description, because the route only refuses. */
type Documented = RouteDocs | (() => RouteDocs) | false;

/**
 * What a GET at a custom address returns: rows of a resource (some of their fields), columns of its own, or
 * the fields of a form; `also` names further methods whose fields OPTIONS tells.
 */
export type Shown = (
  | { rows: string; fields?: readonly string[]; mentions?: Readonly<Record<string, MetaType>> }
  | { columns(ctx: Context): Record<string, FieldMeta> }
  | { form: Form }
  | { refused: true }
) & { also?: readonly ('POST' | 'PUT' | 'PATCH')[] };

/** The answer of a call, for comparison with its declaration. */
export type CallAnswer = {
  address: string;
  status: number;
  body: unknown;
  /** Whether the handler has validated the body; true where there is none to validate. */
  isRead: boolean;
};

/** What HTTP needs from outside the engine. */
export type HttpPorts = {
  app: FastifyInstance;
  engine: Engine;
  db: Database;
  /**
   * The caller and organization; throws for wrong credentials. Without credentials, the actor is anonymous.
   */
  identify(request: FastifyRequest): Promise<Facts>;
  /** Throws 412 where the level must be confirmed and the credential has no fresh confirmation of it. */
  confirmed(request: FastifyRequest, level: ConfirmLevel): Promise<void>;
  /** Called with the answer of each call; tests compare it with the declaration. */
  answered?(call: CallShape, answer: CallAnswer): void;
  /** Set for routes that are verbs of a resource. */
  isVerb?: boolean;
};

/** A handler's answer; the status is that of the route's declaration by default. */
export type Answer = {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  stream?: NodeJS.ReadableStream;
  /** How long the client may stall before the answer is cut off; for answers that hold resources. */
  stallMs?: number;
};
/**
 * A refusal in the form that some addresses of the protocol use: returned instead of thrown, so that earlier
 * changes are kept.
 */
export const refusedSaying = (text: string): Answer => ({ status: 400, body: { error: text } });
/** Like `refusedSaying`, with the text of an error key. */
export const refusedByHand = (key: string, ctx: Pick<Context, 't'>, params?: MessageParams): Answer =>
  refusedSaying(ctx.t(`errors.${key}`, params));
/** The id of the row named by an address. */
export const rowId = ({ params }: FastifyRequest): string => String((params as { id?: string }).id ?? '');
/** A handler of a route; runs inside a transaction unless the method is safe or the route opts out. */
export type Handler = (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>;
/** A route with the permission it requires. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  url: string;
  need: Need;
  confirm?: ConfirmLevel;
  /** What a GET at the route returns, for the description by OPTIONS. */
  shows?: Shown;
  /** The route's part of the API description; an object also sets the status of a successful answer. */
  docs?: Documented;
  /** The declaration it serves. */
  call?: Call;
  /** The declared action it serves, as `app.name/action`. */
  action?: string;
  /** Answers with a file of its own type, whatever the request accepts. */
  file?: boolean;
  /** A GET with side effects. */
  changes?: boolean;
  /** Answers every caller with the same public file. */
  isSameForAll?: boolean;
  /** Its handler identifies the caller. */
  identifiesItself?: boolean;
  /** Runs outside a transaction although the method writes (long work, streaming). */
  noTransaction?: boolean;
  bodyLimit?: number;
  /** Refuses a request by its headers, before its body is read. */
  admit?: (request: FastifyRequest) => void;
  /**
   * Works even while another organization stands in for the requested one, because it does not depend on the
   * organization.
   */
  anywhere?: boolean;
  handle: Handler;
};

/** The query of a request, with repeated parameters in order and without NULs. */
export const queryOf = (request: FastifyRequest): URLSearchParams =>
  new URL((request.raw.url ?? '/').replaceAll('%00', ''), 'http://localhost').searchParams;

/** Silently ignoring a parameter with control characters would widen the query. */
const refuseControlCharacters = (request: FastifyRequest): void => {
  const { searchParams } = new URL(request.raw.url ?? '/', 'http://localhost');
  for (const [name, value] of searchParams)
    if (control.test(value)) throw fieldError(name, 'control_characters');
};

/** The context an operation runs in. */
export const contextOf = (
  facts: Facts,
  engine: Engine,
  db: Database,
  effects: (() => void | Promise<void>)[],
  query = new URLSearchParams(),
  records: Parameters<Context['afterEnd']>[0][] = [],
): Context => ({
  ...facts,
  engine,
  db,
  query,
  t: (key, params) => engine.lookup(facts.language, key, params) ?? key,
  afterCommit: (effect) => effects.push(effect),
  afterEnd: (effect) => records.push(effect),
  memo: new Map(),
});

/**
 * Runs work in a transaction, its after-commit effects once committed, and its after-end effects in any case; a failing
 * effect is only logged and does not fail the request.
 */
export const inTransaction = async <T>(
  facts: Facts,
  ports: Pick<HttpPorts, 'engine' | 'db' | 'app'>,
  work: (ctx: Context) => Promise<T>,
  query?: URLSearchParams,
): Promise<T> => {
  const { engine, db, app } = ports;
  const effects: (() => void | Promise<void>)[] = [];
  const records: Parameters<Context['afterEnd']>[0][] = [];
  const attempt = async (what: string, effect: () => unknown) => {
    try {
      await effect();
    } catch (error) {
      app.log.error({ err: error }, `${what} effect failed`);
    }
  };
  try {
    const result = await db.transaction((tx) => work(contextOf(facts, engine, tx, effects, query, records)));
    for (const effect of effects) await attempt('after-commit', effect);
    return result;
  } finally {
    for (const record of records)
      await attempt('after-end', () =>
        db.transaction((tx) => record(contextOf(facts, engine, tx, [], query))),
      );
  }
};

const send = (answer: Answer, usual: number, reply: FastifyReply) => {
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
  reply.status(answer.status ?? usual);
  if (answer.stallMs) endWhenStalled(reply.raw, answer.stallMs);
  return answer.stream ? reply.send(answer.stream) : reply.send(answer.body);
};

/** A change must not land in the organization that substitutes for the requested one. */
const refuseAstray = ({ org }: Facts, route: Route) => {
  const isLook = ['GET', 'OPTIONS'].includes(route.method) && !route.changes;
  const isFree = isLook || route.anywhere || route.need === 'public' || !route.url.startsWith('/api/v1/');
  if (org.standsIn && !isFree)
    throw new AppError(org.standsIn === 'lost' ? 'organization_lost' : 'licence_required');
};

/**
 * Registers a route whose requests are identified and authorized before their body is read, and run in one
 * transaction unless the method is safe or the route opts out.
 */
export const addRoute = (ports: HttpPorts, route: Route): void => {
  const isApi = route.url.startsWith('/api/v1/');
  const safe = route.method === 'GET' || route.method === 'OPTIONS' || route.noTransaction === true;
  const usual = route.call?.status ?? (typeof route.docs === 'object' ? route.docs.status : undefined) ?? 200;
  ports.app.route({
    method: route.method,
    url: route.url,
    config: {
      need: route.need,
      action: route.action,
      changes: route.changes,
      isSameForAll: route.isSameForAll,
      identifiesItself: route.identifiesItself,
      shows: route.shows,
      docs: route.docs,
      confirm: route.confirm,
      call: route.call,
      isVerb: ports.isVerb,
    },
    ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
    onRequest: async (request) => {
      request.facts = await ports.identify(request);
      refuseAstray(request.facts, route);
      authorize({ actor: request.facts.actor }, route.need);
      if (isApi) refuseControlCharacters(request);
      if (isApi && !route.file && !acceptedFormat(request.headers.accept))
        throw new AppError('not_acceptable');
      if (route.confirm) await ports.confirmed(request, route.confirm);
      route.admit?.(request);
    },
    preParsing: async (request, reply, payload) => {
      await makeRoomForBody(request, reply, request.facts?.actor.id);
      return payload;
    },
    handler: async (request, reply) => {
      const facts = request.facts as Facts;
      const query = queryOf(request);
      // A file is still to be read; what is done with it is kept only if the whole body is the signed one.
      if (!request.isMultipart()) await bodyAsSigned(request);
      const change = async (ctx: Context) => {
        const done = await route.handle(ctx, request, reply);
        await bodyAsSigned(request);
        return done;
      };
      const answer = safe
        ? await route.handle(contextOf(facts, ports.engine, ports.db, [], query), request, reply)
        : await inTransaction(facts, ports, change, query);
      return reply.sent ? reply : send(answer, usual, reply);
    },
  });
};

/**
 * A served route and its requirements; the isolation test covers every one under `/api/` and `/ws/` whose
 * path has no wildcard.
 */
export type ServedRoute = {
  method: string;
  url: string;
  need: Need;
  shows?: Shown;
  docs?: Documented;
  confirm?: ConfirmLevel;
  call?: Call;
  action?: string;
  isVerb?: boolean;
};

/**
 * Deny by default: the server does not start with a route that has no requirement. Returns the list of served
 * routes, which grows as routes are added.
 */
export const guardRoutes = (app: FastifyInstance): readonly ServedRoute[] => {
  const served: ServedRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const verb of [method].flat()) {
      if (verb === 'HEAD') continue;
      if (!config?.need) throw new Error(`${verb} ${url} declares no permission`);
      const { need, shows, docs, confirm, call, action, isVerb } = config;
      served.push({ method: verb, url, need, shows, docs, confirm, call, action, isVerb });
    }
  });
  return served;
};
