import type { IncomingMessage } from 'node:http';
import { AppError, type MessageParams } from '@gatehouse/contract/errors.ts';
import { type Outgoing, outgoing } from '../outgoing/outgoing.ts';

/** A KV v2 engine: the vault's address, a token for it, and where the engine is mounted. */
export type KeyValuePlace = { host: string; token: string; mount: string };

/** Small texts by path, each written once, in a vault that speaks the HTTP API of KV v2. */
export type KeyValue = {
  /** Writes a text where none is; once this resolves, the vault has stored it. */
  write(path: string, text: string): Promise<void>;
  /** Undefined if there is none. */
  read(path: string): Promise<string | undefined>;
  /** Removes a text with all traces of it. */
  remove(path: string): Promise<void>;
};

type Answer = { status: number; body: unknown };

/** How long a vault may take to answer, in milliseconds. */
const patienceMs = 5_000;
/** The longest secret, four bytes a character, in base64 and JSON, is shorter. */
const longestAnswer = 1_048_576;

/** A refusal in our own words; the cause names no token and no secret. */
const refusal = (reason: string, params: MessageParams = {}, cause?: unknown): AppError =>
  new AppError('vault_unavailable', params, { messageKey: `vault_${reason}`, cause });

const bodyOf = async (response: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > longestAnswer) throw new Error('the answer is too long');
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
};

const inside = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined,
    value,
  );

/** The first parts of a path, one by one: none of them leads upwards or ends the path. */
const partsOf = (path: string): string[] => path.split('/').filter((part) => !/^\.{0,2}$/.test(part));

const urlOf = ({ host, mount }: KeyValuePlace, kind: 'data' | 'metadata', path: string): URL => {
  const base = URL.parse(host);
  if (!base || !/^https?:$/.test(base.protocol)) throw refusal('unreachable');
  const parts = ['v1', ...partsOf(mount), kind, ...partsOf(path)].map(encodeURIComponent);
  return new URL(`${base.pathname.replace(/\/+$/, '')}/${parts.join('/')}`, base.origin);
};

/** Why a vault did not do what it was asked. */
const refusalOf = ({ status }: Answer): AppError => {
  const known: Readonly<Record<number, string>> = { 403: 'denied', 404: 'no_engine', 503: 'sealed' };
  return refusal(known[status] ?? 'failed', { status });
};

/** A vault at a place. No redirect is followed, as it would pass on the token. */
export const keyValueAt = (
  place: KeyValuePlace,
  { request, waitMs = patienceMs }: { request: Outgoing['request']; waitMs?: number } = outgoing,
): KeyValue => {
  const ask = async (method: 'GET' | 'POST' | 'DELETE', url: URL, body?: object): Promise<Answer> => {
    const payload = body && Buffer.from(JSON.stringify(body));
    const late = AbortSignal.timeout(waitMs);
    try {
      const response = await request(url, {
        method,
        signal: late,
        ...(payload && { body: payload }),
        headers: {
          'x-vault-request': 'true',
          ...(place.token && { 'x-vault-token': place.token }),
          ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
        },
      });
      return { status: response.statusCode ?? 0, body: await bodyOf(response) };
    } catch (error) {
      throw refusal(late.aborted ? 'timed_out' : 'unreachable', {}, error);
    }
  };
  const isDone = ({ status }: Answer) => status >= 200 && status < 300;

  return {
    write: async (path, text) => {
      const body = { data: { value: text }, options: { cas: 0 } };
      const answer = await ask('POST', urlOf(place, 'data', path), body);
      if (!isDone(answer)) throw refusalOf(answer);
    },
    read: async (path) => {
      const answer = await ask('GET', urlOf(place, 'data', path));
      // An engine that has no such entry, or no longer, and an engine that is not there differ only by this.
      const isKnownNot =
        answer.status === 404 &&
        (inside(answer.body, 'data') !== undefined || isEmptyList(inside(answer.body, 'errors')));
      if (isKnownNot) return undefined;
      if (!isDone(answer)) throw refusalOf(answer);
      const value = inside(answer.body, 'data', 'data', 'value');
      if (typeof value !== 'string') throw refusal('failed', { status: answer.status });
      return value;
    },
    remove: async (path) => {
      const answer = await ask('DELETE', urlOf(place, 'metadata', path));
      if (!isDone(answer)) throw refusalOf(answer);
    },
  };
};

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Writes, reads and removes a text, as the store of secrets will; throws what is in the way. */
export const tryKeyValue = async (keyValue: KeyValue, path: string, text: string): Promise<void> => {
  await keyValue.write(path, text);
  const found = await keyValue.read(path);
  await keyValue.remove(path);
  if (found !== text) throw refusal('failed', { status: 200 });
};
