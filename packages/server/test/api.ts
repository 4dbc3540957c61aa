import { randomUUID } from 'node:crypto';
import { callParts } from '@gatehouse/contract/call/callParts.ts';
import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { CallMethod } from '@gatehouse/contract/call/defineCall.ts';
import type { CallArguments, CallName, Calls } from '@gatehouse/contract/calls/all.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { buildServer } from '../src/app/buildServer.ts';
import { createServices, type Services } from '../src/app/services.ts';
import { type Actor, anonymous } from '../src/engine/context.ts';
import { openPool } from '../src/platform/database.ts';
import type { Language } from '../src/platform/i18n.ts';
import type { Notices } from '../src/platform/notices.ts';
import { silentNotices, testConfig } from './config.ts';
import { freshDatabase } from './database.ts';
import { judgeAnswer } from './judgeAnswer.ts';
import { storeLicence } from './licence.ts';
import { hollow, lend } from './servers/hollow.ts';

/** A second organization, which every database of `startApi` has. */
export const OTHER_ORG_ID = '10000000-0000-4000-8000-00000000000b';

/** Id of the caller who names none; no user has it unless a test adds one. */
export const usualCaller = '00000000-0000-4000-8000-00000000aaaa';

/** The actor of a test request. */
export type Caller = {
  permissions?: readonly string[];
  /** Permissions nobody holds without a licence. */
  lacks?: ReadonlySet<string>;
  superuser?: boolean;
  serviceAccount?: boolean;
  org?: string;
  id?: string;
  username?: string;
  language?: Language;
  /** Time zone; default UTC. */
  zone?: string;
  anonymous?: boolean;
  /** Where the caller is; default is the address of the connection. */
  address?: string;
  /** Id of the caller's web session. */
  sessionId?: string;
};
/** A parsed answer. */
export type Reply = {
  status: number;
  json: never;
  text: string;
  headers: LightMyRequestResponse['headers'];
  raw: LightMyRequestResponse;
};

type Sent = { params?: Record<string, string>; query?: unknown; body?: unknown };

const callers = new Map<string, Caller>();

const factsOf = (key: string | undefined, services: Services, remoteAddr: string) => {
  const caller = key ? callers.get(key) : undefined;
  const org = services.organizations.find(caller?.org ?? DEFAULT_ORG_ID) ?? {
    id: ROOT_ORG_ID,
    name: 'GLOBAL',
    isRoot: true,
  };
  const actor: Actor =
    !caller || caller.anonymous
      ? anonymous
      : {
          id: caller.id ?? usualCaller,
          name: caller.username ?? 'Tester',
          username: caller.username ?? 'tester',
          permissions: new Set(caller.permissions ?? []),
          ...(caller.lacks && { lacks: caller.lacks }),
          isSuperuser: caller.superuser ?? false,
          isServiceAccount: caller.serviceAccount ?? false,
        };
  return {
    actor,
    org,
    language: caller?.language ?? ('en' as const),
    zone: caller?.zone ?? 'UTC',
    remoteAddr: caller?.address ?? remoteAddr,
    ...(caller?.sessionId && { sessionId: caller.sessionId }),
    decrypt: (value: string) => value,
  };
};

type Method = CallMethod | 'OPTIONS';
type Plain = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

const calling =
  (call: (method: Method) => Plain) =>
  async <Name extends CallName>(
    name: Name,
    ...[request]: CallArguments<Name>
  ): Promise<Omit<Reply, 'json'> & { json: AnswerOf<Calls[Name]> }> => {
    const { params, query, body }: Sent = request ?? {};
    const { method, path } = callParts(name, params);
    const search = new URLSearchParams(query as Record<string, string>).toString();
    return call(method)(search ? `${path}?${search}` : path, body);
  };

const replyOf = (raw: LightMyRequestResponse): Reply => {
  const isJson = /\bjson\b/.test(String(raw.headers['content-type'] ?? ''));
  return {
    status: raw.statusCode,
    json: (isJson ? raw.json() : undefined) as never,
    text: raw.body,
    headers: raw.headers,
    raw,
  };
};

/** A whole server over a fresh database; each call names its caller, and sign-in is tested elsewhere. */
export const startApi = async (
  options: {
    notices?: (url: string) => Notices;
    statementSeconds?: number;
    exportSeconds?: number;
    exports?: Parameters<typeof createServices>[0]['exports'];
    environment?: NodeJS.ProcessEnv;
    /** Receives every line of the server's log. */
    log?: (line: string) => void;
  } = {},
) => {
  const { url, drop } = await freshDatabase();
  const pool: pg.Pool = openPool(url, 4, options.statementSeconds);
  const unhurriedPool = openPool(url, 2);
  const exportPool = openPool(url, 2, options.exportSeconds);
  await pool.query(
    "insert into orgs_organization (id, name, created_by, comment, date_created) values ($1, 'DEFAULT', 'System', '', now()), ($2, 'Other', 'System', '', now()) on conflict do nothing",
    [DEFAULT_ORG_ID, OTHER_ORG_ID],
  );
  await storeLicence(pool);
  const services = await createServices({
    pool,
    unhurriedPool,
    exportPool,
    exports: options.exports,
    config: testConfig(url, options.environment),
    notices: options.notices?.(url) ?? silentNotices,
  });
  const held: { app: FastifyInstance } = {
    app: await buildServer({
      services,
      language: 'en',
      logger: options.log
        ? { level: 'trace', stream: { write: options.log } }
        : process.env.TEST_LOG
          ? { level: 'error' }
          : false,
      identify: async (request) =>
        factsOf(request.headers['x-test-caller'] as string | undefined, services, request.ip),
      confirmed: async () => undefined,
      answered: judgeAnswer,
    }),
  };
  const as = (caller: Caller) => {
    const key = randomUUID();
    callers.set(key, caller);
    const call =
      (method: Method) =>
      async (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
        const raw = await held.app.inject({
          method,
          url: path,
          headers: { 'x-test-caller': key, ...headers },
          ...(body === undefined ? {} : { payload: body as object }),
        });
        return replyOf(raw);
      };
    return {
      /** Makes a declared call by name. */
      call: calling(call),
      /** Value of the `x-test-caller` header, for requests made by hand. */
      key,
      get: call('GET'),
      post: call('POST'),
      put: call('PUT'),
      patch: call('PATCH'),
      delete: call('DELETE'),
      options: call('OPTIONS'),
    };
  };
  const stop = async () => {
    await held.app.close();
    await Promise.all([pool.end(), unhurriedPool.end(), exportPool.end()]);
    await drop();
    hollow(services, held, server);
  };
  const server = { app: lend(held), services, pool, as, stop };
  return server;
};
