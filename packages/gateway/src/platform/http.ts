import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The other side could not be reached, or answered that it is not able to serve now; worth repeating. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** The other side answered and said no. */
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
  json?: unknown;
  /** Body that is sent as it is read, with its length and type. */
  stream?: { body: Readable; length: number; type: string };
  timeout_ms?: number;
};

/** Sends requests to one base URL over kept-alive connections. */
export type Http = { send: (request: HttpRequest) => Promise<unknown>; close: () => void };

/** Answers larger than this are not ours. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

const readAnswer = async (answer: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Unreachable('answer too large');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text.slice(0, 1000);
  }
};

/** An idle connection the server closed just as it was used again: nothing was processed, asking again is safe. */
const closedWhileIdle = (outgoing: ClientRequest, error: NodeJS.ErrnoException): boolean =>
  outgoing.reusedSocket && error.code === 'ECONNRESET';

/** Without the trailing slash of the URL's path, which request paths begin with. */
const prefixOf = (base: URL): string => (base.pathname === '/' ? '' : base.pathname.replace(/\/+$/, ''));

/** A client for one base URL; a status of 400 to 499 throws `Refused`, everything else that fails `Unreachable`. */
export const createHttp = (baseUrl: string): Http => {
  const base = new URL(baseUrl);
  const secure = base.protocol === 'https:';
  const options = { keepAlive: true, maxSockets: 16, maxFreeSockets: 4 };
  const agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
  const start = secure ? httpsRequest : httpRequest;

  const exchange = (request: HttpRequest): Promise<IncomingMessage> => {
    const body = request.json === undefined ? undefined : Buffer.from(JSON.stringify(request.json));
    const headers: Record<string, string | number> = { accept: 'application/json', ...request.headers };
    if (body) Object.assign(headers, { 'content-type': 'application/json', 'content-length': body.length });
    if (request.stream) {
      headers['content-type'] = request.stream.type;
      headers['content-length'] = request.stream.length;
    }
    return new Promise((resolve, reject) => {
      const outgoing = start(new URL(prefixOf(base) + request.path, base), {
        method: request.method,
        headers,
        agent,
        signal: AbortSignal.timeout(request.timeout_ms ?? 15_000),
      });
      outgoing.on('response', resolve);
      outgoing.on('error', (error) => {
        if (!request.stream && closedWhileIdle(outgoing, error)) exchange(request).then(resolve, reject);
        else reject(error);
      });
      if (request.stream) pipeline(request.stream.body, outgoing).catch(reject);
      else outgoing.end(body);
    });
  };

  const send = async (request: HttpRequest): Promise<unknown> => {
    let answer: IncomingMessage;
    let body: unknown;
    try {
      answer = await exchange(request);
      body = await readAnswer(answer);
    } catch (cause) {
      if (cause instanceof Unreachable) throw cause;
      throw new Unreachable(`${request.method} ${request.path.split('?')[0]}: ${(cause as Error).message}`, {
        cause,
      });
    }
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) return body;
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) throw new Refused(status, body);
    throw new Unreachable(`${request.method} ${request.path.split('?')[0]} answered ${status}`);
  };

  return { send, close: () => agent.destroy() };
};
