import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { STOP_WORK } from '@gatehouse/contract/wire/machineWork.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { CHECK_SETTINGS, TERMINAL_TASK_SOCKET_PATH } from '@gatehouse/contract/wire/terminal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { createNotices } from '../../platform/notices.ts';
import { endWork } from '../machineWork/statements.ts';

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

test('a runner that was away when work was stopped hears of it as it is back', async () => {
  const { db } = api.services;
  const register = async (name: string) => {
    const { key } = await registerComponent(api, name);
    const { rows } = await api.pool.query(
      "update terminal_terminal set type = 'celery' where name = $1 returning id",
      [name],
    );
    return { key, id: String(rows[0].id) };
  };
  /** Work of which a runner holds a target. */
  const heldBy = async ({ id }: { id: string }) => {
    const work = randomUUID();
    await api.pool.query(
      `insert into ops_machinework (id, org_id, kind, priority, parallel, seconds, is_repeatable)
        values ($1, $2, 'run_command', 0, 1, 60, false)`,
      [work, DEFAULT_ORG_ID],
    );
    await api.pool.query(
      `insert into ops_machinetarget (work, place, asset, name, method, params, state, terminal)
        values ($1, 1, $1, 'web', 'shell_by_ssh', '{}', 'taken', $2)`,
      [work, id],
    );
    return work;
  };
  const [away, other] = [await register('[Runner]-away'), await register('[Runner]-other')];
  const [stopped, later, foreign] = [await heldBy(away), await heldBy(away), await heldBy(other)];
  await endWork(stopped, db);
  await endWork(foreign, db);
  const socket = new WebSocket(url, { headers: { 'x-test-caller': away.key } });
  const told: string[] = [];
  socket.on('message', (data: Buffer) => {
    for (const { name, args } of JSON.parse(String(data))) if (name === STOP_WORK) told.push(args);
  });
  await expect.poll(() => told).toEqual([stopped]);
  // So it does with every heartbeat, and when the server may itself have missed it.
  socket.send(JSON.stringify({ type: 'status', payload: {} }));
  await expect.poll(() => told.length).toBeGreaterThan(1);
  const heard = told.length;
  await api.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'",
  );
  await expect.poll(() => told.length, { timeout: 20_000 }).toBeGreaterThan(heard);
  expect(new Set(told)).toEqual(new Set([stopped]));
  await endWork(later, db);
  await expect.poll(() => told).toContain(later);
  expect(told).not.toContain(foreign);
  socket.terminate();
});
