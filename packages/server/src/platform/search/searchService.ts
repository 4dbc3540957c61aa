import { json } from 'node:stream/consumers';
import { type Outgoing, outgoing } from '../outgoing/outgoing.ts';

/** Where a service that speaks the API of Elasticsearch is; each address may name user and password. */
export type SearchPlace = { hosts: readonly string[]; acceptsAnyCertificate: boolean };

/** A request that the service refused: its status, and its name of the error where it gave one. */
export class SearchRefused extends Error {
  override name = 'SearchRefused';
  readonly status: number;
  readonly reason: string;
  constructor(status: number, reason: string) {
    super(`The search service answered ${status} ${reason}`);
    this.status = status;
    this.reason = reason;
  }
}

type Sent = { method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'DELETE'; path: string; body?: string | object };

/** A service of Elasticsearch or OpenSearch. */
export type SearchService = {
  /**
   * Sends a request to the first address that answers; throws `SearchRefused` for any status but success. The caller
   * may abort it before it times out.
   */
  send(request: Sent, timeoutMs: number, stopped?: AbortSignal): Promise<unknown>;
};

const reasonIn = (answer: unknown): string => {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return '';
  const { error } = answer;
  if (typeof error === 'string') return error;
  return typeof error === 'object' && error !== null && 'type' in error ? String(error.type) : '';
};

const headersOf = (url: URL, payload: Buffer | undefined, isLines: boolean) => {
  const { username, password } = url;
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return {
    accept: 'application/json',
    ...(username && { authorization: `Basic ${login.toString('base64')}` }),
    ...(payload && {
      'content-type': isLines ? 'application/x-ndjson' : 'application/json',
      'content-length': payload.length,
    }),
  };
};

/** Requests to a search service by its documented HTTP API. */
export const createSearchService = (
  { hosts, acceptsAnyCertificate }: SearchPlace,
  { request }: Pick<Outgoing, 'request'> = outgoing,
): SearchService => {
  const sendTo = async (host: string, { method, path, body }: Sent, signal: AbortSignal) => {
    const base = new URL(host);
    const url = new URL(`${base.origin}${base.pathname.replace(/\/$/, '')}${path}`);
    const isLines = typeof body === 'string';
    const payload = body === undefined ? undefined : Buffer.from(isLines ? body : JSON.stringify(body));
    const answer = await request(url, {
      method,
      ...(payload && { body: payload }),
      headers: headersOf(base, payload, isLines),
      signal,
      acceptsAnyCertificate,
    });
    const status = answer.statusCode ?? 0;
    const found: unknown = await json(answer).catch(() => undefined);
    if (status < 200 || status > 299) throw new SearchRefused(status, reasonIn(found));
    return found;
  };
  return {
    send: async (sent, timeoutMs, stopped) => {
      const late = AbortSignal.timeout(timeoutMs);
      const signal = stopped ? AbortSignal.any([late, stopped]) : late;
      let failure: unknown = new Error('There is no address to search at.');
      for (const host of hosts)
        try {
          return await sendTo(host, sent, signal);
        } catch (error) {
          // Another address may be up; a refusal is the answer of the whole service.
          if (error instanceof SearchRefused) throw error;
          failure = error;
        }
      throw failure;
    },
  };
};
