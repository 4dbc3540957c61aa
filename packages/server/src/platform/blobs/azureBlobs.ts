import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Outgoing, outgoing } from '../outgoing/outgoing.ts';
import { listedIn } from './azureListing.ts';
import { type Blobs, checkFolder, checkKey } from './blobs.ts';
import { measured } from './measured.ts';

/** A container of a storage account, and the account's key (base64). */
export type AzurePlace = { account: string; key: string; container: string; endpoint: string };

/** The service refused a request; `code` is its name of the error. */
export class AzureRefused extends Error {
  override name = 'AzureRefused';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(`The storage account answered ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** Version of the API whose calls and signatures are used here. */
const version = '2021-12-02';
/** Size of a block of an upload; a blob has at most 50,000. */
const blockBytes = 8 * 1024 * 1024;
const patienceMs = 60_000;
const removedAtOnce = 8;

type Method = 'GET' | 'PUT' | 'HEAD' | 'DELETE';
type Sent = {
  method: Method;
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: Buffer;
  range?: string;
};

/** The signature of a request with the key of the account (Shared Key). */
const signatureOf = (
  { account, key }: AzurePlace,
  { method, query = {}, body, range = '' }: Sent,
  url: URL,
  headers: Readonly<Record<string, string>>,
): string => {
  const own = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-ms-'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}\n`);
  const asked = Object.entries(query)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `\n${name}:${value}`);
  const length = body?.length ? String(body.length) : '';
  // Encoding, language, length, MD5, type, date, four conditions, range.
  const plain = [method, '', '', length, '', headers['content-type'] ?? '', '', '', '', '', '', range];
  const signed = `${plain.join('\n')}\n${own.join('')}/${account}${url.pathname}${asked.join('')}`;
  return createHmac('sha256', Buffer.from(key, 'base64')).update(signed, 'utf8').digest('base64');
};

const urlOf = ({ endpoint }: AzurePlace, { path, query = {} }: Sent): URL => {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const url = new URL(`${endpoint.replace(/\/$/, '')}/${encoded}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
};

const createClient = (place: AzurePlace, { request }: Pick<Outgoing, 'request'>) => {
  /** Sends a signed request; undefined when there is no such blob. Any other failure throws. */
  return async (sent: Sent): Promise<IncomingMessage | undefined> => {
    const url = urlOf(place, sent);
    const headers: Record<string, string> = {
      'x-ms-date': new Date().toUTCString(),
      'x-ms-version': version,
      ...(sent.range && { range: sent.range }),
      ...(sent.body && { 'content-type': 'application/octet-stream' }),
    };
    const signature = signatureOf(place, sent, url, headers);
    const answer = await request(url, {
      method: sent.method,
      ...(sent.body && { body: sent.body }),
      headers: {
        ...headers,
        ...(sent.method === 'PUT' && { 'content-length': String(sent.body?.length ?? 0) }),
        authorization: `SharedKey ${place.account}:${signature}`,
      },
      signal: AbortSignal.timeout(patienceMs),
    });
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) return answer;
    const code = String(answer.headers['x-ms-error-code'] ?? '');
    answer.resume();
    if (status === 404 && code !== 'ContainerNotFound') return undefined;
    throw new AzureRefused(status, code);
  };
};

/** Content in blocks of equal size, the last one shorter. */
async function* blocksOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    size += chunk.length;
    while (size >= blockBytes) {
      const all = Buffer.concat(waiting);
      yield all.subarray(0, blockBytes);
      waiting = [all.subarray(blockBytes)];
      size -= blockBytes;
    }
  }
  if (size > 0) yield Buffer.concat(waiting);
}

const blockListOf = (ids: readonly string[]): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?><BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join('')}</BlockList>`,
  );

type Client = ReturnType<typeof createClient>;

/** The pages of a listing, in order. */
async function* pagesOf(send: Client, container: string, query: Record<string, string>) {
  for (let marker = ''; ; ) {
    const answer = await send({
      method: 'GET',
      path: container,
      query: { restype: 'container', comp: 'list', ...query, ...(marker && { marker }) },
    });
    const page = listedIn(answer ? await text(answer) : '');
    yield page;
    marker = page.next;
    if (!marker) return;
  }
}

/** Files in a container of an Azure storage account, by the documented calls of its API. */
export const createAzureBlobs = (place: AzurePlace, door: Pick<Outgoing, 'request'> = outgoing): Blobs => {
  const send = createClient(place, door);
  const at = (key: string) => `${place.container}/${checkKey(key)}`;
  const put: Blobs['put'] = async (key, content, expected) => {
    const path = at(key);
    const { stream, found } = measured(key, content, expected);
    const upload = randomUUID();
    const ids: string[] = [];
    for await (const body of blocksOf(stream)) {
      // Ids of one blob need the same length.
      const id = Buffer.from(`${upload}-${String(ids.length).padStart(6, '0')}`).toString('base64');
      (await send({ method: 'PUT', path, query: { comp: 'block', blockid: id }, body }))?.resume();
      ids.push(id);
    }
    // Only now does the blob appear, or change.
    (await send({ method: 'PUT', path, query: { comp: 'blocklist' }, body: blockListOf(ids) }))?.resume();
    return found;
  };
  const list: Blobs['list'] = async function* (folder) {
    for await (const { blobs } of pagesOf(send, place.container, { prefix: checkFolder(folder) }))
      yield* blobs;
  };
  const remove: Blobs['remove'] = async (key) => {
    (await send({ method: 'DELETE', path: at(key) }))?.resume();
  };
  return {
    put,
    list,
    remove,
    get: async (key, range) => {
      const found = await send({
        method: 'GET',
        path: at(key),
        ...(range && { range: `bytes=${range.start}-${range.end}` }),
      });
      return found && Readable.from(found);
    },
    stat: async (key) => {
      const found = await send({ method: 'HEAD', path: at(key) });
      if (!found) return undefined;
      found.resume();
      return {
        size: Number(found.headers['content-length'] ?? 0),
        modified: new Date(found.headers['last-modified'] ?? 0),
      };
    },
    folders: async (folder) => {
      const prefix = checkFolder(folder);
      const names: string[] = [];
      for await (const page of pagesOf(send, place.container, { prefix, delimiter: '/' }))
        names.push(...page.folders.map((found) => found.slice(prefix.length, -1)));
      return names.sort();
    },
    removeUnder: async (folder) => {
      let waiting: string[] = [];
      const flush = async () => {
        await Promise.all(waiting.map(remove));
        waiting = [];
      };
      for await (const { key } of list(folder)) {
        waiting.push(key);
        if (waiting.length >= removedAtOnce) await flush();
      }
      await flush();
    },
  };
};
