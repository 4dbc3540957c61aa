import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createMfaPeople, password, postForm } from '../../../test/mfa.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';

let gateway: Server;
let server: Awaited<ReturnType<typeof startServer>>;
let base: string;
let reached = 0;
beforeAll(async () => {
  gateway = createServer();
  new WebSocketServer({ server: gateway }).on('connection', () => {
    reached += 1;
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { port } = gateway.address() as AddressInfo;
  server = await startServer({ GATEHOUSE_GATEWAY_URL: `http://127.0.0.1:${port}` });
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.stop();
  gateway.closeAllConnections();
  gateway.close();
});

const open = (browser: Browser) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`${base.replace('http', 'ws')}/koko/ws/terminal/`, { headers: { cookie } });
  return new Promise<number | undefined>((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
  });
};

test('a terminal opens after the MFA code, not between password and MFA code', async () => {
  const people = createMfaPeople(server);
  const { secret } = await people.addBound(await server.admin(), 'ann');
  const browser = server.browser();
  await browser.signIn('ann', password);
  expect([await open(browser), reached]).toEqual([401, 0]);
  await postForm(browser, '/core/auth/login/mfa/', { code: await people.nextCode('ann', secret) });
  expect([await open(browser), reached]).toEqual([101, 1]);
});
