import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../packages/launcher/test/processes.ts';
import { type Gatehouse, type Part, startGatehouse } from '../../fixtures/gatehouse.ts';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse?.remove());

const open = (path: string) => fetch(`${gatehouse.url}${path}`, { redirect: 'manual' });
const isHealthy = async () => (await open('/api/health/').catch(() => undefined))?.status === 200;

test('the first start prints the address and the admin password once, and keeps the password in a file only its owner can read', async () => {
  const password = await gatehouse.adminPassword();
  expect(password.length).toBeGreaterThanOrEqual(16);
  expect(gatehouse.output()).toContain(`Open ${gatehouse.url}/ui/`);
  expect(gatehouse.output().split(password)).toHaveLength(2);
  expect((await stat(join(gatehouse.home, 'keys/initial-admin-password'))).mode & 0o777).toBe(0o600);
});

test('the console and the terminal are served, and the API rejects anonymous requests', async () => {
  for (const page of ['/ui/', '/luna/']) expect((await open(page)).status).toBeLessThan(400);
  expect((await open('/api/v1/users/profile/')).status).toBe(401);
});

test.each<Part>(['server', 'gateway', 'postgres'])(
  'the program %s recovers after being killed without warning',
  async (part) => {
    const before = await gatehouse.pidOf(part);
    await gatehouse.kill(part);
    await until('it runs again', async () => (await gatehouse.pidOf(part).catch(() => before)) !== before);
    await until('the product is healthy', isHealthy);
  },
);

test('everything recovers after the launcher was killed, with the same password', async () => {
  const password = await gatehouse.adminPassword();
  await gatehouse.kill('launcher');
  await gatehouse.start();
  await until('the product is healthy', isHealthy);
  expect(await gatehouse.adminPassword()).toBe(password);
});

test('stopping ends every process, and a new start continues where it was', async () => {
  const pids = await Promise.all((['server', 'gateway', 'postgres'] as const).map(gatehouse.pidOf));
  await gatehouse.stop();
  for (const pid of pids) await expect(stat(`/proc/${pid}`)).rejects.toThrow('ENOENT');
  await gatehouse.start();
  expect(gatehouse.output().match(/First sign-in/g)).toHaveLength(1);
});
