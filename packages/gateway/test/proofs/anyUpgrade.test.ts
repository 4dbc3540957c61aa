import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { anyKnock, knock, watchCrashes } from '../../../../scripts/arbitrary/anyUpgrade.ts';
import { proofRuns } from '../../../../scripts/proofSize.ts';
import { type Fixture, startFixture } from '../gatewayFixture.ts';

let fixture: Fixture;
const watch = watchCrashes();

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(async () => {
  await fixture.stop();
  watch.stop();
});

const paths = [
  '/koko/ws/terminal/',
  '/koko/ws/terminal/',
  '/koko/ws/monitor/',
  '/koko/health/',
  '/koko/',
  '/',
];
const answersHealth = async () =>
  (await fetch(`http://127.0.0.1:${fixture.gateway.port}/koko/health/`)).status;

test('no request around an upgrade ends the gateway, or is answered as a failure of the gateway', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyKnock(paths), { minLength: 8, maxLength: 8 }), async (knocks) => {
      const statuses = await Promise.all(knocks.map((one) => knock(fixture.gateway.port, one)));
      expect(watch.crashes).toEqual([]);
      for (const status of statuses) expect(status ?? 200).toBeLessThan(500);
      expect(await answersHealth()).toBe(200);
    }),
    proofRuns({ small: 60, whole: 2_000 }),
  );
});

const head = (path: string, ...lines: string[]) => ({
  request: Buffer.from([`GET ${path} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n')),
  cut: 1,
  leaves: 'ends' as const,
});
const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];

test.each([
  ['/koko/health/', 'Upgrade: h2c', 'Connection: Upgrade', 200],
  ['/koko/health/', 'Upgrade: websocket', 'Connection: Upgrade', 200],
  ['/koko/ws/terminal/', 'Upgrade: websocket', 'Connection: x-upgrade', 404],
  ['/koko/ws/terminal/', 'Upgrade: h2c', 'Connection: Upgrade', 404],
  ['/koko/ws/other/?/koko/ws/terminal/', 'Upgrade: websocket', 'Connection: Upgrade', 404],
  ['/koko/ws/terminal/?token=1', 'Upgrade: WebSocket', 'Connection: Upgrade', 101],
  ['/koko/ws/monitor/', 'Upgrade: websocket', 'Connection: Upgrade', 101],
])('%s with "%s" and "%s" is answered with %i', async (path, upgrade, connection, status) => {
  expect(await knock(fixture.gateway.port, head(path, ...key, upgrade, connection))).toBe(status);
});

test('a broken frame from a page of a foreign origin ends only its own connection', async () => {
  const { port } = fixture.gateway;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/koko/ws/terminal/`, {
    origin: 'https://evil.example',
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // A frame with reserved bits and no mask.
  (socket as unknown as { _socket: { write: (bytes: Buffer) => void } })._socket.write(
    Buffer.from('f100', 'hex'),
  );
  await closed;
  expect([watch.crashes, await answersHealth()]).toEqual([[], 200]);
});
