import { execFile, execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup, promises, Resolver, resolve4 } from 'node:dns';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { get } from 'node:http';
import { type AddressInfo, connect, createServer, type LookupFunction, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLoopback, resolvesHere } from './loopbackAddress.ts';

/*
 * Packets to 0.0.0.0 reach this machine, and its own name is in its hosts file: if the guard fails, these
 * tests fail, but nothing is sent out.
 */
let server: Server;
let port = 0;
const connections: string[] = [];

beforeAll(async () => {
  server = createServer((socket) => {
    connections.push(socket.localAddress ?? '');
    socket.on('error', () => undefined).end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const refusal = () => `Tests stay on loopback: refused to connect to 0.0.0.0:${port}`;
const refusedName = `Tests stay on loopback: refused to look up ${hostname()}`;

type Failing = { once(name: 'error', listener: (error: Error) => void): unknown };
const failureOf = (thing: Failing) =>
  new Promise<NodeJS.ErrnoException>((resolve) => thing.once('error', resolve));
const openOf = async (socket: ReturnType<typeof connect>) => {
  await once(socket, 'connect');
  socket.destroy();
  return true;
};

const doors: Record<string, () => Promise<unknown>> = {
  'a socket by port and host': () => failureOf(connect(port, '0.0.0.0')),
  'a socket by a port in words': () => failureOf(connect(String(port) as unknown as number, '0.0.0.0')),
  'a socket by options': () => failureOf(connect({ port, host: '0.0.0.0' })),
  TLS: () => failureOf(connectTls({ port, host: '0.0.0.0' })),
  HTTP: () => failureOf(get({ port, host: '0.0.0.0' })),
  fetch: () => fetch(`http://0.0.0.0:${port}/`).catch((error: Error) => error.cause),
};
test.each(Object.keys(doors))('outside of loopback nothing is reached: %s', async (door) => {
  const before = connections.length;
  expect(await doors[door]?.()).toMatchObject({ message: refusal(), code: 'ENETUNREACH' });
  expect(connections.length).toBe(before);
});

test('an IPv6 address in an error is told from its port', async () => {
  expect((await failureOf(connect(port, '::'))).message).toMatch(`refused to connect to [::]:${port}`);
});

test.each(['127.0.0.1', '127.200.3.4', 'localhost', undefined])('loopback is reached: %s', async (host) => {
  expect(await openOf(connect({ port, ...(host && { host }), family: 4 }))).toBe(true);
});
test('loopback is reached by fetch and by a port alone', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(204);
  expect(await openOf(connect(port))).toBe(true);
});

test('a socket of the file system is reached', async () => {
  const path = join(tmpdir(), `loopback-${process.pid}.sock`);
  const local = createServer((socket) => socket.end()).listen(path);
  await once(local, 'listening');
  expect(await openOf(connect(path))).toBe(true);
  expect(await openOf(connect({ path }))).toBe(true);
  local.close();
  await rm(path, { force: true });
});

const answering =
  (...addresses: string[]): LookupFunction =>
  (_host, options, done) =>
    options.all
      ? done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        )
      : done(null, addresses[0] ?? '', 4);

test('a test may answer names itself, with addresses of loopback', async () => {
  const target = { port, host: 'machine.example' };
  for (const autoSelectFamily of [true, false]) {
    const reach = (lookup: LookupFunction) => connect({ ...target, autoSelectFamily, lookup });
    expect(await openOf(reach(answering('127.0.0.1')))).toBe(true);
    const { message } = await failureOf(reach(answering('0.0.0.0', '127.0.0.1')));
    expect(message).toBe(`${refusal()} (machine.example)`);
  }
  const failing: LookupFunction = (_host, _options, done) => done(new Error('no such machine'), '', 4);
  expect((await failureOf(connect({ ...target, lookup: failing }))).message).toBe('no such machine');
});
test('a fake lookup keeps the callback of a connection', async () => {
  const connected = Promise.withResolvers<void>();
  const options = { port, host: 'machine.example', lookup: answering('127.0.0.1') };
  const socket = connect(options, connected.resolve);
  await connected.promise;
  socket.destroy();
});

const ask: Record<string, () => Promise<unknown>> = {
  lookup: () => promisify((name: string, done: () => void) => lookup(name, done))(hostname()),
  resolve: () => promisify(resolve4)(hostname()),
  'a resolver': () =>
    promisify((name: string, done: () => void) => new Resolver().resolve(name, done))(hostname()),
  'lookup with a promise': () => promises.lookup(hostname()),
  'resolve with a promise': () => promises.resolve4(hostname()),
  'a resolver with promises': () => new promises.Resolver().resolveMx(hostname()),
  'lookup made to promise': () => promisify(lookup)(hostname()),
  connecting: () => failureOf(connect(port, hostname())).then((error) => Promise.reject(error)),
};
test.each(Object.keys(ask))('no name server is asked: %s', async (way) => {
  await expect(ask[way]?.()).rejects.toMatchObject({ message: refusedName, code: 'ENOTFOUND' });
});
test('localhost and addresses are still looked up', async () => {
  expect(await promises.lookup('localhost', 4)).toMatchObject({ address: '127.0.0.1' });
  expect(await promisify(lookup)('10.0.0.1')).toMatchObject({ address: '10.0.0.1' });
});

test('datagrams stay on loopback', async () => {
  const sender = createSocket('udp4');
  const receiver = createSocket('udp4').bind(0, '127.0.0.1');
  await once(receiver, 'listening');
  const to = receiver.address().port;
  expect(() => sender.send('8.8.8.8', to, '0.0.0.0')).toThrow('refused to connect to 0.0.0.0');
  expect(() => sender.send('x', to, hostname())).toThrow(`refused to connect to ${hostname()}`);
  expect(() => sender.connect(to, '0.0.0.0')).toThrow('refused to connect to 0.0.0.0');
  sender.send('10.0.0.1', to, '127.0.0.1');
  sender.send('again', to, 'localhost');
  expect(String((await once(receiver, 'message'))[0])).toBe('10.0.0.1');
  sender.close();
  receiver.close();
});

const script = () =>
  `fetch('http://0.0.0.0:${port}/').catch((e) => console.log(e.cause.message), console.log(process.env.HOME ?? ''))`;
const inside = (code: string) =>
  `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(code)}], { stdio: 'inherit' })`;
const run = promisify(execFile);

test('programs that a test starts stay on loopback, and those that they start', async () => {
  for (const code of [script(), inside(script())])
    for (const env of [{}, { NODE_OPTIONS: '--no-deprecation' }, undefined])
      expect((await run(process.execPath, ['-e', code], { env })).stdout).toContain(refusal());
  const bare = await run(process.execPath, ['-e', script()], { env: {} });
  expect(bare.stdout.trim()).toBe(refusal());
  expect(execFileSync(process.execPath, ['-e', script()], { encoding: 'utf8' })).toContain(refusal());
});

test('worker threads stay on loopback', async () => {
  const code = `import { parentPort } from 'node:worker_threads';
    fetch('http://0.0.0.0:${port}/').then(({ status }) => status, (error) => error.cause.message)
      .then((outcome) => parentPort.postMessage(outcome));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  expect(await once(worker, 'message')).toEqual([refusal()]);
});

test.each([
  ...(['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1'] as const).map((it) => [it, true] as const),
  ...['126.255.255.255', '128.0.0.0', '10.0.0.1', '169.254.169.254', '8.8.8.8', '0.0.0.0'].map(
    (it) => [it, false] as const,
  ),
  ...['::', '::2', 'fe80::1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', 'localhost', ''].map(
    (it) => [it, false] as const,
  ),
])('%s is on loopback: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test('only loopback itself and addresses need no name server', () => {
  for (const host of ['localhost', 'LocalHost', 'ip6-localhost', '8.8.8.8', '::1'])
    expect(resolvesHere(host)).toBe(true);
  for (const host of ['gate.example', 'localhost.example', 'a.localhost', '127.1.example'])
    expect(resolvesHere(host)).toBe(false);
});
