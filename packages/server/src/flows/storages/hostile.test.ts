import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';

const base = '/api/v1/terminal/';
const hush = 'never-to-be-seen';

let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
/** What came to a service that only others may ask, and to one that sends everyone there. */
const came = { inner: [] as string[], outer: [] as string[] };
const servers: Server[] = [];

const serve = async (answer: Parameters<typeof createServer>[1]): Promise<string> => {
  const server = createServer(answer as never).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((listening) => server.once('listening', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

let elsewhere: string;
beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true, org: ROOT_ORG_ID });
  const inner = await serve((request, response) => {
    came.inner.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  elsewhere = await serve((request, response) => {
    came.outer.push(`${request.method} ${request.url}`);
    response.writeHead(307, { location: `${inner}${request.url}` }).end();
  });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await api.stop();
});
beforeEach(() => {
  came.inner.length = 0;
  came.outer.length = 0;
});

/** Stores whose place is named by an address. */
const stores: Readonly<Record<string, (host: string, port: number) => object>> = {
  s3: (host, port) => ({
    BUCKET: 'recordings',
    ACCESS_KEY: 'key',
    SECRET_KEY: hush,
    ENDPOINT: `http://${host}:${port}`,
  }),
  swift: (host, port) => ({
    BUCKET: 'recordings',
    ACCESS_KEY: 'key',
    SECRET_KEY: hush,
    ENDPOINT: `http://${host}:${port}`,
    REGION: 'one',
  }),
  sftp: (host, port) => ({
    SFTP_HOST: host.replace(/^\[|\]$/g, ''),
    SFTP_PORT: port,
    SFTP_USERNAME: 'u',
    SFTP_PASSWORD: hush,
    SFTP_ROOT_PATH: '/r',
  }),
};

let count = 0;
/** Adds a recording storage and tests it; undefined where the address is refused on its field. */
const tried = async (type: string, host: string, port: number): Promise<string | undefined> => {
  count += 1;
  const meta = stores[type]?.(host, port);
  const made = await admin.post(`${base}replay-storages/`, { name: `hostile-${count}`, type, meta });
  if (made.status === 400) return undefined;
  expect(made.status, made.text).toBe(201);
  const { id } = made.json as { id: string };
  const { status, text } = await admin.get(`${base}replay-storages/${id}/test-connective/`);
  expect(status, text).toBe(200);
  expect(text).not.toContain(hush);
  expect(JSON.parse(text).is_valid).toBe(false);
  return text;
};

/** The metadata service of clouds, as it can be written. */
const linkLocal = [
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '0.0.0.0',
  'metadata.google.internal',
];

test.each(Object.keys(stores).flatMap((type) => linkLocal.map((host) => [type, host] as const)))(
  'the test of a storage (%s) sends nothing to %s',
  async (type, host) => {
    const answer = await tried(type, host, 80);
    if (answer !== undefined) expect(answer).toMatch(/REFUSED_HOST|RefusedHost/);
  },
);

test('storages may lie on this network, as they do in most installations', async () => {
  const { port } = new URL(elsewhere);
  expect(await tried('s3', '127.0.0.1', Number(port))).not.toMatch(/REFUSED_HOST|RefusedHost/);
  expect(came.outer.length).toBeGreaterThan(0);
});

test('no storage is followed to another place', async () => {
  const { port } = new URL(elsewhere);
  for (const type of ['s3', 'swift']) await tried(type, '127.0.0.1', Number(port));
  expect(came.outer.length).toBeGreaterThan(0);
  expect(came.inner).toEqual([]);
});

test.each([...linkLocal, ''])('a command storage at %s is neither added nor asked', async (host) => {
  const HOSTS = [`http://elastic:${hush}@${host}:9200`];
  const { status, text } = await admin.post(`${base}command-storages/`, {
    name: 'hostile',
    type: 'es',
    meta: { HOSTS, INDEX: 'commands' },
  });
  expect([status, text.includes(hush)]).toEqual([400, false]);
});

test('a command storage that sends the server elsewhere is not added', async () => {
  const { status, text } = await admin.post(`${base}command-storages/`, {
    name: 'hostile',
    type: 'es',
    meta: { HOSTS: [elsewhere], INDEX: 'commands' },
  });
  expect([status, came.inner]).toEqual([400, []]);
  expect(text).toContain('HTTP 307');
});
