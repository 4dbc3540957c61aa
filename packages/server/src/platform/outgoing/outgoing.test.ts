import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestOptions, type Server } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { selfSigned } from '../../../../../scripts/servers/selfSigned.ts';
import { allowedAddresses, checkedLookup, type Resolve } from './checkedHost.ts';
import { createOutgoing } from './outgoing.ts';

let server: Server;
let port = 0;
const heard: string[] = [];
const tunnels: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    heard.push(`${request.method} ${request.headers.host} ${request.url}`);
    if (request.url === '/away') response.writeHead(302, { location: 'http://machine.example/there' }).end();
    else request.pipe(response);
  });
  server.on('connect', (request, socket) => {
    tunnels.push(`${request.url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());
beforeEach(() => {
  heard.length = 0;
  tunnels.length = 0;
});

const v4 = (...addresses: string[]): LookupAddress[] => addresses.map((address) => ({ address, family: 4 }));
/** Answers each question with the next answer. */
const answering = (...answers: LookupAddress[][]) => {
  const asked: string[] = [];
  const resolve: Resolve = (host, _options, done) => {
    asked.push(host);
    done(null, answers[asked.length - 1] ?? []);
  };
  return { asked, resolve };
};
const url = (path = '/', host = 'machine.example') => new URL(`http://${host}:${port}${path}`);
const refusal = { name: 'RefusedHost', code: 'REFUSED_HOST' };

test('a request reaches its host, with method, headers and body', async () => {
  const { resolve, asked } = answering(v4('127.0.0.1'));
  const { request } = createOutgoing(resolve);
  const answer = await request(url('/hook'), { method: 'POST', body: Buffer.from('said') });
  expect([answer.statusCode, await text(answer)]).toEqual([200, 'said']);
  expect([heard, asked]).toEqual([[`POST machine.example:${port} /hook`], ['machine.example']]);
});

test('the connection goes to the address that was checked, whatever the name answers next', async () => {
  const { resolve, asked } = answering(v4('127.0.0.1'), v4('169.254.169.254'));
  const { request } = createOutgoing(resolve);
  (await request(url(), {})).resume();
  expect([heard.length, asked.length]).toEqual([1, 1]);
  await expect(request(url(), {})).rejects.toMatchObject(refusal);
  expect(heard).toHaveLength(1);
});

test('of the addresses of a name only allowed ones are used', async () => {
  const { request } = createOutgoing(answering(v4('169.254.169.254', '127.0.0.1')).resolve);
  (await request(url(), {})).resume();
  expect(heard).toHaveLength(1);
});

test('a lookup answers one address or all, as asked', async () => {
  const ask = (options: object, found: LookupAddress[]) =>
    new Promise((done) =>
      checkedLookup(answering(found).resolve)('a.example', options, (...answer) => done(answer)),
    );
  const found = v4('100.100.100.200', '10.0.0.1', '10.0.0.2');
  expect(await ask({}, found)).toEqual([null, '10.0.0.1', 4]);
  expect(await ask({ all: true }, found)).toEqual([null, v4('10.0.0.1', '10.0.0.2')]);
  expect(await ask({ all: true }, v4('100.100.100.200'))).toMatchObject([refusal, [], 4]);
  expect(await ask({}, [])).toMatchObject([refusal, '', 4]);
});

test('a name that does not resolve fails with that error', async () => {
  const { request } = createOutgoing((_host, _options, done) => done(new Error('no such name'), []));
  await expect(request(url(), {})).rejects.toThrow('no such name');
});

test.each(['169.254.169.254', '[::ffff:169.254.169.254]', '2852039166', 'metadata.google.internal'])(
  'no request is sent to %s, and its name is not resolved',
  async (host) => {
    const { resolve, asked } = answering();
    const { request, dial, agents } = createOutgoing(resolve);
    await expect(request(url('/', host), {})).rejects.toMatchObject(refusal);
    await expect(dial({ host, port, timeoutMs: 5_000 })).rejects.toMatchObject(refusal);
    const { httpAgent, httpsAgent } = agents();
    const refused = (make: (options: RequestOptions) => ReturnType<typeof get>, options: RequestOptions) =>
      new Promise((done) => make({ ...options, host: url('/', host).hostname, port }).on('error', done));
    expect(await refused(get, { agent: httpAgent })).toMatchObject(refusal);
    expect(await refused(https.get, { agent: httpsAgent })).toMatchObject(refusal);
    expect(asked).toEqual([]);
  },
);

test('redirects are not followed', async () => {
  const { resolve, asked } = answering(v4('127.0.0.1'));
  const answer = await createOutgoing(resolve).request(url('/away'), {});
  answer.resume();
  expect([answer.statusCode, heard.length, asked.length]).toEqual([302, 1, 1]);
});

test('a request ends with its signal', async () => {
  const { request } = createOutgoing(() => undefined);
  await expect(request(url(), { signal: AbortSignal.abort() })).rejects.toThrow('abort');
});

test('a proxy is connected to by a checked address; it resolves the name of the host', async () => {
  const { resolve, asked } = answering(v4('127.0.0.1'), v4('127.0.0.1'), v4('169.254.170.2'));
  const { request } = createOutgoing(resolve);
  const proxy = `http://proxy.example:${port}`;
  (await request(new URL('http://machine.example/a'), { proxy })).resume();
  await expect(request(new URL('https://machine.example/b'), { proxy })).rejects.toThrow();
  expect(heard).toEqual(['GET machine.example http://machine.example/a']);
  expect(tunnels).toEqual(['machine.example:443']);
  await expect(request(new URL('http://machine.example/c'), { proxy })).rejects.toMatchObject(refusal);
  expect(asked).toEqual(['proxy.example', 'proxy.example', 'proxy.example']);
});

test('no proxy is asked for a refused host, nor is a refused proxy asked', async () => {
  const { resolve } = answering(v4('127.0.0.1'));
  const { request } = createOutgoing(resolve);
  const through = (proxy: string, host: string) => request(new URL(`http://${host}/`), { proxy });
  const proxy = `http://127.0.0.1:${port}`;
  for (const host of ['169.254.169.254', 'metadata.google.internal'])
    await expect(through(proxy, host)).rejects.toMatchObject(refusal);
  for (const refused of ['http://169.254.169.254:3128', 'https://[fd00:ec2::254]', 'http://metadata.goog'])
    await expect(through(refused, 'machine.example')).rejects.toMatchObject(refusal);
  expect(heard).toEqual([]);
});

test('the addresses of a host are checked, and an address needs no name server', async () => {
  const { resolve, asked } = answering(v4('10.0.0.1', '168.63.129.16'));
  expect(await allowedAddresses('a.example', resolve)).toEqual(v4('10.0.0.1'));
  expect(await allowedAddresses('[::1]', resolve)).toEqual([{ address: '::1', family: 6 }]);
  expect(await allowedAddresses('0x7f.1', resolve)).toEqual(v4('127.0.0.1'));
  await expect(allowedAddresses('168.63.129.16', resolve)).rejects.toMatchObject(refusal);
  expect(asked).toEqual(['a.example']);
});

test('a connection is opened to a checked address within its time', async () => {
  const { dial } = createOutgoing(answering(v4('127.0.0.1'), v4('192.0.0.192')).resolve);
  const target = { host: 'machine.example', port, timeoutMs: 5_000 };
  const socket = await dial(target);
  expect([socket.remoteAddress, socket.listenerCount('error')]).toEqual(['127.0.0.1', 0]);
  socket.destroy();
  await expect(dial(target)).rejects.toMatchObject(refusal);
  const silent = createOutgoing(() => undefined).dial;
  await expect(silent({ ...target, timeoutMs: 5 })).rejects.toThrow('machine.example did not answer');
});

test('the agents for libraries reach allowed hosts, again over the same connection', async () => {
  const { resolve, asked } = answering(v4('127.0.0.1'));
  const { httpAgent } = createOutgoing(resolve).agents();
  const ask = async () => {
    const [answer] = (await once(get(url(), { agent: httpAgent }), 'response')) as [IncomingMessage];
    return text(answer);
  };
  expect([await ask(), await ask(), asked]).toEqual(['', '', ['machine.example']]);
  httpAgent.destroy();
});

test.each([
  [{}, 'reached'],
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }, 'reached'],
  [{ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' }, 'refused'],
  [{ minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, 'refused'],
] as [https.ServerOptions, string][])('a host with %j is %s', async (options, outcome) => {
  const pair = selfSigned();
  const old = https.createServer({ ...pair, ...options }, (_request, response) => response.end());
  old.listen(0, '127.0.0.1');
  await once(old, 'listening');
  const { port: oldPort } = old.address() as AddressInfo;
  const { request, agents } = createOutgoing();
  const failed = (error: NodeJS.ErrnoException) =>
    error.code === 'DEPTH_ZERO_SELF_SIGNED_CERT' ? 'reached' : 'refused';
  const target = new URL(`https://127.0.0.1:${oldPort}/`);
  expect(await request(target, {}).then(() => 'trusted', failed)).toBe(outcome);
  const { httpsAgent } = agents();
  const byAgent = new Promise<NodeJS.ErrnoException>((done) =>
    https.get(target, { agent: httpsAgent }).on('error', done),
  );
  expect(failed(await byAgent)).toBe(outcome);
  old.close();
});
