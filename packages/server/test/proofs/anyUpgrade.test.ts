import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { anyKnock, type Knock, knock, watchCrashes } from '../../../../scripts/arbitrary/anyUpgrade.ts';
import { proofRuns } from '../../../../scripts/proofSize.ts';
import { startServer } from '../signedIn.ts';

let gateway: Server;
let server: Awaited<ReturnType<typeof startServer>>;
let port: number;
let cookie: string;
const watch = watchCrashes();

beforeAll(async () => {
  gateway = createServer((_request, response) => response.end('from the gateway'));
  new WebSocketServer({ server: gateway }).on('connection', (socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  server = await startServer({
    GATEHOUSE_GATEWAY_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    GATEHOUSE_LIMIT_SOCKETS: '1000000',
  });
  const { cookies } = await server.admin();
  cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(async () => {
  await server.stop();
  gateway.closeAllConnections();
  gateway.close();
  watch.stop();
});

const paths = [
  '/koko/ws/terminal/',
  '/koko/ws/terminal/',
  '/koko/ws/monitor/',
  '/koko/',
  '/koko/anything/',
  '/ws/notifications/site-msg/',
  '/kael/chat/system/',
  '/ws/terminal-task/',
  '/ws/setting/tools/',
  '/ws/ops/tasks/log/',
  '/api/v1/users/profile/',
  '/core/auth/login/',
  '/nowhere/',
];

const answersHealth = async () =>
  (await fetch(`http://127.0.0.1:${port}/api/health/`, { headers: { connection: 'close' } })).status;
const openConnections = () =>
  new Promise<number>((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));

test('no request around an upgrade ends the server, or is answered as a failure of the server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyKnock(paths, cookie), { minLength: 8, maxLength: 8 }), async (knocks) => {
      const statuses = await Promise.all(knocks.map((one) => knock(port, one)));
      expect(watch.crashes).toEqual([]);
      for (const status of statuses) expect(status ?? 200).toBeLessThan(500);
      expect(await answersHealth()).toBe(200);
    }),
    proofRuns({ small: 60, whole: 2_000 }),
  );
  await expect.poll(openConnections, { timeout: 30_000 }).toBe(0);
});

const said = (lines: readonly string[], body = ''): Knock => ({
  request: Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`),
  cut: 1,
  leaves: 'ends',
});
const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
const get = (path: string, ...lines: string[]) =>
  said([`GET ${path} HTTP/1.1`, 'Host: x', `Cookie: ${cookie}`, ...key, ...lines]);

test.each([
  ['/koko/ws/terminal/', 'Upgrade: websocket', 'Connection: keep-alive', 200],
  ['/koko/ws/terminal/', 'Upgrade: websocket', 'Connection: x-upgrade', 200],
  ['/koko/ws/terminal/', 'Upgrade: websocket', 'X-Connection: Upgrade', 200],
  ['/koko/ws/terminal/', 'Upgrade: h2c', 'Connection: Upgrade', 200],
  ['/koko/anything/', 'Upgrade: websocket', 'Connection: Upgrade', 200],
  ['/koko/ws/terminal/', 'Expect: 100-continue', 'Connection: keep-alive', 200],
  ['/api/v1/users/profile/', 'Upgrade: websocket', 'Connection: Upgrade', 200],
  ['/api/v1/users/profile/', 'Upgrade: h2c', 'Connection: Upgrade', 200],
  ['/ws/terminal-task/', 'Upgrade: h2c', 'Connection: Upgrade', 403],
  ['/ws/notifications/site-msg/', 'Upgrade: h2c', 'Connection: Upgrade', 426],
  ['/koko/ws/terminal/', 'Upgrade: websocket', 'Connection: Upgrade', 101],
  ['/koko/ws/monitor/', 'Upgrade: websocket', 'Connection: keep-alive, Upgrade', 101],
  ['/ws/notifications/site-msg', 'Upgrade: WebSocket', 'Connection: upgrade', 101],
])('%s with "%s" and "%s" is answered with %i', async (path, upgrade, connection, status) => {
  expect(await knock(port, get(path, upgrade, connection))).toBe(status);
  expect([watch.crashes, await answersHealth()]).toEqual([[], 200]);
});

test('an upgrade sent behind a request that is still being answered leaves no connection open', async () => {
  const { request: first } = get('/api/v1/users/profile/');
  const { request: second } = get('/koko/ws/terminal/', 'Upgrade: websocket', 'Connection: Upgrade');
  const both = { request: Buffer.concat([first, second]), cut: 1, leaves: 'ends' as const };
  expect(await knock(port, both)).toBe(200);
  await expect.poll(openConnections, { timeout: 30_000 }).toBe(0);
});

test('a request with a body that asks for an upgrade is read whole', async () => {
  const token = /jms_csrftoken=([^;]*)/.exec(cookie)?.[1];
  const body = JSON.stringify({ name: 'Beside the upgrade' });
  const lines = ['Content-Type: application/json', `Content-Length: ${body.length}`, `X-CSRFToken: ${token}`];
  const upgrade = ['Upgrade: h2c', 'Connection: Upgrade', `Cookie: ${cookie}`];
  const head = ['POST /api/v1/users/groups/ HTTP/1.1', 'Host: x', ...lines, ...upgrade];
  expect(await knock(port, said(head, body))).toBe(201);
});
