import { callParts } from '@gatehouse/contract/call/callParts.ts';
import type { AnswerOf, CallRequest } from '@gatehouse/contract/call/callTypes.ts';
import type { Media } from '@gatehouse/contract/call/media.ts';
import type { CallArguments, CallName, Calls } from '@gatehouse/contract/calls/all.ts';
import type { Cookies } from '../storage/cookies.ts';
import { HttpError } from './HttpError.ts';
import type { HttpOptions, WithBody, WithoutBody } from './HttpOptions.ts';
import { createPatience, heard } from './patience.ts';
import { withParams } from './query.ts';
import { createReads, type Reads } from './reads.ts';
import { requestHeaders } from './requestHeaders.ts';
import { createSqlDigest, type SqlDigest } from './sqlDigest.ts';
import { createWrites, type Writes } from './writes.ts';

/** What the client needs from the page. */
export type HttpDeps = {
  fetch: typeof fetch;
  cookies: Pick<Cookies, 'get' | 'prefixed'>;
  /** The `oid` in the page's address. */
  pageOid: () => string | undefined;
  currentOrgId: () => string | undefined;
  timeZone: () => string;
  /** Called with the URL of every answer, to schedule the next check of the web session. */
  onAnswer?: (url: string) => void;
  /** Called when a request starts; the returned function is called when it ends, even with an error. */
  onWait?: () => () => void;
  /** Called after every successful write. */
  onWritten?: (url: string) => void;
  /** Called after every failure, unless the caller has aborted the request. */
  onFailure?: (error: HttpError, options: HttpOptions) => void;
  /** Asks the user to confirm their identity; resolves to true when the request may be repeated. */
  confirmIdentity?: (level: string, purpose?: string) => Promise<boolean>;
};

type Body = unknown;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Options of a declared call besides its params, query and body. */
export type CallOptions = Omit<HttpOptions, 'params' | 'raw' | 'responseType'>;

/**
 * Makes a declared call. Its name contains method and address, and determines the types of input and answer.
 */
type MakeCall = <Name extends CallName>(
  name: Name,
  ...[request]: CallArguments<Name, CallOptions>
) => Promise<AnswerOf<Calls[Name]>>;

/** Requests one page of a call that lists rows. */
type MakePage = <Name extends CallName>(
  name: Name,
  request: CallRequest<Calls[Name], Name> & CallOptions & { query: { limit: number } },
) => Promise<Extract<AnswerOf<Calls[Name]>, { results: unknown }>>;

/** Requests all rows of a call that lists rows. */
type MakeList = <Name extends CallName>(
  name: Name,
  ...[request]: CallArguments<Name, CallOptions>
) => Promise<Extract<AnswerOf<Calls[Name]>, readonly unknown[]>>;

/** Names of calls that answer with a file. */
type FileCall = { [Name in CallName]: Calls[Name] extends { answer: Media } ? Name : never }[CallName];

/** Makes a call that answers with a text file. */
type MakeText = <Name extends FileCall>(
  name: Name,
  ...[request]: CallArguments<Name, CallOptions>
) => Promise<string>;

/** Params, query and body of any call; the types of a call are checked where it is made. */
type AnyRequest = CallOptions & {
  responseType?: 'text';
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Body;
};

/** Client of the REST API. */
export type Http = Reads &
  Writes & {
    call: MakeCall;
    /** Requests all rows of a declared call, without a limit. */
    listOf: MakeList;
    textOf: MakeText;
    /** Requests a page of a declared call, with a limit. */
    pageOf: MakePage;
    get: WithoutBody;
    delete: WithoutBody;
    options: WithoutBody;
    post: WithBody;
    put: WithBody;
    patch: WithBody;
    sqlDigest: () => readonly SqlDigest[];
  };

const TIMEOUT_MS = 120_000;

/**
 * Creates the client. It adds no base URL, by default gives up after 120 s without data, and repeats a
 * request only after a confirmation.
 */
export const createHttp = (deps: HttpDeps): Http => {
  const digest = createSqlDigest();

  const exchange = async <T>(method: Method, url: string, body: Body, options: HttpOptions) => {
    const patience = createPatience(options.timeout ?? TIMEOUT_MS);
    const signal = options.signal ? AbortSignal.any([options.signal, patience.signal]) : patience.signal;
    try {
      const by = options.fetch ? { ...deps, fetch: options.fetch } : deps;
      const response = await fetchAnswer(by, method, url, outgoing(deps, body, options), signal);
      deps.onAnswer?.(url);
      digest.record(url, response.headers.get('X-JMS-SQL-COUNT'));
      patience.alive();
      const hear = (received: number, bytes: Uint8Array) => {
        patience.alive();
        options.onReceived?.(received);
        if (response.ok) options.onBytes?.(bytes);
      };
      const data = await readBody(heard(response, hear, signal), options.responseType);
      if (!response.ok) throw new HttpError({ status: response.status, body: data, url, method });
      return { status: response.status, headers: response.headers, data: data as T };
    } catch (error) {
      if (error instanceof HttpError) throw error;
      const reason = options.signal?.aborted ? 'aborted' : patience.signal.aborted ? 'timeout' : 'network';
      throw new HttpError({ status: 0, url, method, reason });
    } finally {
      patience.done();
    }
  };

  const send = async <T>(method: Method, url: string, body: Body, options: HttpOptions = {}) => {
    const target = withParams(url, options.params);
    const attempt = () => exchange<T>(method, target, body, options);
    try {
      const answer = await attempt().catch(async (error: unknown) => {
        if (!(await mayRepeat(deps, error, options))) throw error;
        return attempt();
      });
      if (method !== 'GET' && method !== 'OPTIONS') deps.onWritten?.(url);
      return options.raw ? answer : answer.data;
    } catch (error) {
      if (error instanceof HttpError && !error.isAborted) deps.onFailure?.(error, options);
      throw error;
    }
  };

  const plain = (method: Method) =>
    ((url: string, options?: HttpOptions) => send(method, url, undefined, options)) as WithoutBody;
  const carrying = (method: Method) =>
    ((url: string, body?: Body, options?: HttpOptions) => send(method, url, body, options)) as WithBody;

  const call = (name: CallName, request: AnyRequest = {}) => {
    const { params, query, body, ...options } = request;
    const { method, path } = callParts(name, params);
    return send<never>(method, path, body, { ...options, params: query }) as Promise<never>;
  };

  const get = plain('GET');
  const [post, patch] = [carrying('POST'), carrying('PATCH')];
  return {
    call,
    pageOf: call,
    listOf: call,
    textOf: (name: CallName, request: AnyRequest = {}) => call(name, { ...request, responseType: 'text' }),
    get,
    ...createReads(get),
    ...createWrites({ post, patch }),
    delete: plain('DELETE'),
    options: plain('OPTIONS'),
    post,
    put: carrying('PUT'),
    patch,
    sqlDigest: digest.entries,
  };
};

const mayRepeat = async (deps: HttpDeps, error: unknown, options: HttpOptions): Promise<boolean> => {
  if (!(error instanceof HttpError) || error.status !== 412) return false;
  if (options.skipConfirm || !deps.confirmIdentity) return false;
  const level = (error.body as { code?: unknown } | null)?.code;
  return deps.confirmIdentity(typeof level === 'string' ? level : 'password', options.confirmFor);
};

const fetchAnswer = async (
  deps: HttpDeps,
  method: Method,
  url: string,
  request: ReturnType<typeof outgoing>,
  signal: AbortSignal,
): Promise<Response> => {
  const answered = deps.onWait?.();
  try {
    return await deps.fetch(url, { method, ...request, signal, credentials: 'same-origin' });
  } finally {
    answered?.();
  }
};

const outgoing = (deps: HttpDeps, body: Body, options: HttpOptions) => {
  const asIs = body instanceof FormData || body instanceof Blob || body instanceof URLSearchParams;
  const orgId = options.oid ?? deps.pageOid() ?? deps.currentOrgId();
  const csrf = deps.cookies.get(deps.cookies.prefixed('csrftoken'));
  const headers: Record<string, string> = {
    ...requestHeaders({ csrf, orgId, timeZone: deps.timeZone() }),
    ...(body !== undefined && !asIs && { 'Content-Type': 'application/json' }),
    ...options.headers,
  };
  const payload = body === undefined ? undefined : asIs ? body : JSON.stringify(body);
  return { headers, body: payload, keepalive: options.keepalive ?? false };
};

const readBody = async (response: Response, type: HttpOptions['responseType']): Promise<unknown> => {
  if (type === 'blob' && response.ok) return response.blob();
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
  if (type === 'text' && response.ok) return text;
  if (!isJson || text === '') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};
