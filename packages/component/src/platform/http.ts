import type { Readable } from 'node:stream';
import { MODERN_TLS } from '@gatehouse/contract/network/tls.ts';
import { Agent, type Dispatcher, errors } from 'undici';
import { digestOf } from './signature.ts';

/** The server is unreachable or temporarily unable to answer; worth a retry. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** The server answered with a refusal. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    super(`answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** One request; `path` includes the query. */
export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  /** Headers that depend on the body, by its SHA-256 in Base64; made anew for every attempt. */
  sign?: (digest: string) => Record<string, string>;
  json?: unknown;
  /** Streamed body, with its length, type and SHA-256 in Base64. */
  stream?: { body: Readable; length: number; type: string; digest: string };
  timeout_ms?: number;
  /** The answer is not JSON: it is returned as it came. */
  answer?: 'bytes';
};

/** Sends requests to one base URL over kept-alive connections. */
export type Http = { send: (request: HttpRequest) => Promise<unknown>; close: () => void };

const TIMEOUT_MS = 15_000;
const CONNECTIONS = 16;
/** Maximum size of an answer, in bytes; larger than any that a component gets. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

const parseAnswer = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text.slice(0, 1000);
  }
};

/**
 * Whether a reused connection broke or a connection was reset: most likely the server closed it while idle,
 * just as the request was sent, so the request is repeated once unless its body is streamed.
 */
const closedWhileIdle = (error: unknown): boolean =>
  error instanceof errors.SocketError
    ? (error.socket?.bytesRead ?? 0) > 0
    : (error as NodeJS.ErrnoException).code === 'ECONNRESET';

/** Without the trailing slash, because request paths start with one. */
const prefixOf = (base: URL): string => (base.pathname === '/' ? '' : base.pathname.replace(/\/+$/, ''));

const bodyOf = async (request: HttpRequest): Promise<Pick<Dispatcher.RequestOptions, 'headers' | 'body'>> => {
  const { stream, json, sign } = request;
  const text = stream || json === undefined ? null : JSON.stringify(json);
  const digest = stream ? stream.digest : await digestOf(text === null ? [] : [text]);
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...sign?.(digest),
    ...request.headers,
    ...(stream && { 'content-type': stream.type, 'content-length': String(stream.length) }),
    ...(text !== null && { 'content-type': 'application/json' }),
  };
  return { headers, body: stream ? stream.body : text };
};

/**
 * Statuses that are worth a retry: a timeout, a transaction rolled back in favour of another, too many
 * requests.
 */
const passing: ReadonlySet<number> = new Set([408, 409, 429]);

/**
 * A client for one base URL: a status of 400 to 499 throws `Refused`, except those in `passing`; every other
 * failure throws `Unreachable`.
 */
export const createHttp = (baseUrl: string): Http => {
  const base = new URL(baseUrl);
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: MODERN_TLS,
    maxResponseSize: MAX_ANSWER_BYTES,
    // Each request has a time limit of its own, and large uploads take longer than undici's defaults.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const exchange = async (request: HttpRequest): Promise<{ status: number; body: unknown }> => {
    const answer = await agent.request({
      origin: base.origin,
      path: prefixOf(base) + request.path,
      method: request.method,
      signal: AbortSignal.timeout(request.timeout_ms ?? TIMEOUT_MS),
      ...(await bodyOf(request)),
    });
    const { statusCode: status, body } = answer;
    if (request.answer === 'bytes' && status === 200)
      return { status, body: Buffer.from(await body.arrayBuffer()) };
    return { status, body: parseAnswer(await body.text()) };
  };
  const attempt = (request: HttpRequest) =>
    exchange(request).catch((error: unknown) => {
      if (request.stream || !closedWhileIdle(error)) throw error;
      return exchange(request);
    });

  const send = async (request: HttpRequest): Promise<unknown> => {
    const name = `${request.method} ${request.path.split('?')[0]}`;
    const { status, body } = await attempt(request).catch((cause: Error) => {
      throw new Unreachable(`${name}: ${cause.message}`, { cause });
    });
    if (status >= 200 && status < 300) return body;
    if (status >= 400 && status < 500 && !passing.has(status)) throw new Refused(status, body);
    throw new Unreachable(`${name} answered ${status}`);
  };

  return { send, close: () => void agent.destroy() };
};
