import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onBody } from '../../../../scripts/servers/onBody.ts';
import type { AzurePlace } from '../../src/platform/blobs/azureBlobs.ts';

type Blob = { content: Buffer; modified: Date };
type Login = { account: string; key: Buffer };
type State = { blobs: Map<string, Blob>; blocks: Map<string, Map<string, Buffer>> };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The signature that a request should have, from what arrived of it (Authorize with Shared Key). */
const expectedSignature = ({ account, key }: Login, request: IncomingMessage, url: URL): string => {
  const { headers, method } = request;
  const length = headers['content-length'];
  const names = ['content-md5', 'content-type', 'date', 'if-modified-since', 'if-match', 'if-none-match'];
  const lines = [
    method,
    headers['content-encoding'] ?? '',
    headers['content-language'] ?? '',
    length === undefined || length === '0' ? '' : length,
    ...names.map((name) => headers[name] ?? ''),
    headers['if-unmodified-since'] ?? '',
    headers.range ?? '',
    ...Object.keys(headers)
      .filter((name) => name.startsWith('x-ms-'))
      .sort()
      .map((name) => `${name}:${String(headers[name])}`),
    `/${account}${url.pathname}`,
    ...[...new Set(url.searchParams.keys())].sort().map((name) => `${name}:${url.searchParams.get(name)}`),
  ];
  return createHmac('sha256', key).update(lines.join('\n'), 'utf8').digest('base64');
};

const refuse = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'x-ms-error-code': code }).end(`<Error><Code>${code}</Code></Error>`);
};

const mostPerPage = 2;

/** Answers List Blobs, in short pages, so that clients have to follow the marker. */
const listBlobs = ({ blobs }: State, { searchParams: query }: URL, response: ServerResponse): void => {
  const prefix = query.get('prefix') ?? '';
  const found = [...blobs.keys()].filter((key) => key.startsWith(prefix)).sort();
  const names = query.get('delimiter')
    ? [...new Set(found.map((key) => key.slice(0, key.indexOf('/', prefix.length) + 1) || key))]
    : found;
  const from = Number(query.get('marker') ?? 0);
  const items = names
    .slice(from, from + mostPerPage)
    .map((name) =>
      name.endsWith('/')
        ? `<BlobPrefix><Name>${escaped(name)}</Name></BlobPrefix>`
        : `<Blob><Name>${escaped(name)}</Name><Properties><Content-Length>${blobs.get(name)?.content.length}</Content-Length></Properties></Blob>`,
    );
  const next = from + mostPerPage < names.length ? String(from + mostPerPage) : '';
  response.end(
    `<?xml version="1.0" encoding="utf-8"?><EnumerationResults><Blobs>${items.join('')}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`,
  );
};

const putBlob = (state: State, key: string, url: URL, body: Buffer): void => {
  const waiting = state.blocks.get(key) ?? new Map<string, Buffer>();
  if (url.searchParams.get('comp') === 'block') {
    waiting.set(url.searchParams.get('blockid') ?? '', body);
    state.blocks.set(key, waiting);
    return;
  }
  const ids = [...body.toString().matchAll(/<Latest>([^<]*)<\/Latest>/g)].map(([, id = '']) => id);
  const parts = ids.map((id) => waiting.get(id) ?? Buffer.alloc(0));
  state.blobs.set(key, { content: Buffer.concat(parts), modified: new Date() });
  state.blocks.delete(key);
};

const sendBlob = ({ content, modified }: Blob, request: IncomingMessage, response: ServerResponse): void => {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part = start === undefined ? content : content.subarray(Number(start), Number(end) + 1);
  response.writeHead(start === undefined ? 200 : 206, {
    'content-length': part.length,
    'last-modified': modified.toUTCString(),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
};

/** A storage account on this machine, with any container whose name starts with `box-`, and with the calls that are used here, which checks signatures. */
export const startAzure = async (): Promise<{ place: AzurePlace; stop: () => Promise<void> }> => {
  const login = { account: 'tester', key: randomBytes(64) };
  const containers = new Map<string, State>();
  const stateOf = (name: string): State => {
    const state = containers.get(name) ?? { blobs: new Map(), blocks: new Map() };
    containers.set(name, state);
    return state;
  };
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const signature = expectedSignature(login, request, url);
    if (request.headers.authorization !== `SharedKey ${login.account}:${signature}`)
      return refuse(response, 403, 'AuthenticationFailed');
    const [, container = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    if (!container.startsWith('box-')) return refuse(response, 404, 'ContainerNotFound');
    const state = stateOf(container);
    const key = rest.join('/');
    if (key === '') return listBlobs(state, url, response);
    if (request.method === 'PUT') {
      putBlob(state, key, url, body);
      response.writeHead(201).end();
      return;
    }
    const found = state.blobs.get(key);
    if (!found) return refuse(response, 404, 'BlobNotFound');
    if (request.method !== 'DELETE') return sendBlob(found, request, response);
    state.blobs.delete(key);
    response.writeHead(202).end();
  };
  const server = createServer((request, response) => {
    onBody(request, (body) => answer(request, response, body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    place: {
      account: login.account,
      key: login.key.toString('base64'),
      container: 'box-0',
      endpoint: `http://127.0.0.1:${port}`,
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
