import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request as open,
  Agent as PlainAgent,
} from 'node:http';
import { request as openTls, Agent as TlsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { urlToHttpOptions } from 'node:url';
import { MODERN_TLS } from '@gatehouse/contract/network/tls.ts';
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

/** Without the trailing slash, because request paths start with one. */
const prefixOf = (base: URL): string => (base.pathname === '/' ? '' : base.pathname.replace(/\/+$/, ''));

/** Headers of a request, and its body unless that is streamed. */
const contentOf = async ({ stream, json, sign, headers }: HttpRequest) => {
  const text = stream || json === undefined ? '' : JSON.stringify(json);
  const digest = stream ? stream.digest : await digestOf(text === '' ? [] : [text]);
  const length = stream ? stream.length : Buffer.byteLength(text);
  const type = stream ? stream.type : 'application/json';
  return {
    text,
    headers: {
      accept: 'application/json',
      ...sign?.(digest),
      ...headers,
      ...((stream || text !== '') && { 'content-type': type, 'content-length': String(length) }),
    },
  };
};

const bytesOf = async (answer: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

type Answer = { status: number; bytes: Buffer };

/** Sends the body and reads the answer. A server that refuses a body may answer before all of it is sent. */
const answerTo = async (sent: ClientRequest, body: Readable | string): Promise<Answer> => {
  const answered = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject);
    sent.once('response', (answer) => {
      bytesOf(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, bytes }), reject);
    });
  });
  if (typeof body === 'string') sent.end(body);
  // What breaks the body destroys the request, which tells it.
  else pipeline(body, sent).catch(() => undefined);
  try {
    return await answered;
  } finally {
    if (!sent.writableFinished) sent.destroy();
  }
};

/**
 * Whether a reused connection broke or a connection was reset: most likely the server closed it while idle,
 * just as the request was sent, so the request is repeated once unless its body is streamed. A new connection
 * that ends without an answer has no failed system call.
 */
const closedWhileIdle = (
  { reusedSocket }: ClientRequest,
  { code, syscall }: NodeJS.ErrnoException,
): boolean => (code === 'ECONNRESET' || code === 'EPIPE') && (reusedSocket || syscall !== undefined);

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
  const isTls = base.protocol === 'https:';
  const pool = { keepAlive: true, maxSockets: CONNECTIONS };
  const agent: Agent = isTls ? new TlsAgent({ ...pool, ...MODERN_TLS }) : new PlainAgent(pool);

  const attempt = async (request: HttpRequest, isAgain = false): Promise<Answer> => {
    const { text, headers } = await contentOf(request);
    const { method, path, stream, timeout_ms = TIMEOUT_MS } = request;
    const signal = AbortSignal.timeout(timeout_ms);
    const target = { ...urlToHttpOptions(base), path: prefixOf(base) + path };
    const sent = (isTls ? openTls : open)({ ...target, agent, method, headers, signal });
    try {
      return await answerTo(sent, stream ? stream.body : text);
    } catch (error) {
      signal.throwIfAborted();
      if (isAgain || stream || !closedWhileIdle(sent, error as NodeJS.ErrnoException)) throw error;
      return attempt(request, true);
    }
  };

  const send = async (request: HttpRequest): Promise<unknown> => {
    const name = `${request.method} ${request.path.split('?')[0]}`;
    const { status, bytes } = await attempt(request).catch((cause: Error) => {
      throw new Unreachable(`${name}: ${cause.message}`, { cause });
    });
    if (request.answer === 'bytes' && status === 200) return bytes;
    const body = parseAnswer(bytes.toString());
    if (status >= 200 && status < 300) return body;
    if (status >= 400 && status < 500 && !passing.has(status)) throw new Refused(status, body);
    throw new Unreachable(`${name} answered ${status}`);
  };

  return { send, close: () => void agent.destroy() };
};
