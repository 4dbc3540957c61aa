import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CHECK_SETTINGS, TERMINAL_TASK_SOCKET_PATH } from '@gatehouse/contract/wire/terminal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { createNotices } from '../../platform/notices.ts';

/** A second is the budget (architecture §5); this is what a busy machine may take. */
const budgetMs = 5_000;

let api: Awaited<ReturnType<typeof startApi>>;
let url: string;
beforeAll(async () => {
  api = await startApi({ notices: createNotices });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}${TERMINAL_TASK_SOCKET_PATH}`;
});
afterAll(() => api.stop());

test('a heartbeat sent as soon as the socket opens is not lost', async () => {
  for (let gateway = 1; gateway <= 5; gateway += 1) {
    const { key } = await registerComponent(api, `[KoKo]-${gateway}`);
    const address = `http://127.0.0.1:${5000 + gateway}`;
    const payload = { sessions: [], gateway: { address, protocols: ['ssh'] } };
    const socket = new WebSocket(url, { headers: { 'x-test-caller': key } });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'status', payload }));
    await expect
      .poll(async () => (await api.pool.query('select address from terminal_gateway')).rows)
      .toContainEqual({ address });
    socket.terminate();
  }
});

test('a component is told within a second that settings changed, and whichever server it asks knows them', async () => {
  const component = await registerComponent(api, '[KoKo]-told');
  const socket = new WebSocket(url, { headers: { 'x-test-caller': component.key } });
  const told: number[] = [];
  socket.on('message', (data: Buffer) => {
    if (data.includes(CHECK_SETTINGS)) told.push(Date.now());
  });
  // Once as it connects: settings may have changed since it asked.
  await expect.poll(() => told.length).toBe(1);
  const idle = async () =>
    ((await component.get('/api/v1/terminal/terminals/config/')).json as { SECURITY_MAX_IDLE_TIME: number })
      .SECURITY_MAX_IDLE_TIME;
  for (const minutes of [41, 42, 43]) {
    const before = told.length;
    const changedAt = Date.now();
    await api.services.settings.set({ SECURITY_MAX_IDLE_TIME: minutes }, api.services.db);
    await expect.poll(() => told.length, { interval: 20 }).toBeGreaterThan(before);
    expect(told.at(-1)! - changedAt).toBeLessThan(budgetMs);
    expect(await idle()).toBe(minutes);
  }
  // Changed without a word, as by a server of which this one has not heard yet.
  await api.pool.query("update settings_setting set value = '44' where name = 'SECURITY_MAX_IDLE_TIME'");
  expect(await idle()).toBe(44);
  socket.terminate();
});
