import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startApi } from '../../test/api.ts';
import { readConfig } from '../platform/config.ts';

const domains = '/api/v1/assets/domains/';
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({ statementSeconds: 1 });
});
afterAll(() => api.stop());

/** Holds a lock on the table, so that readers wait. */
const holdDomains = async ({ pool } = api) => {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('lock table assets_domain in access exclusive mode');
  const release = async () => {
    await client.query('rollback');
    client.release();
  };
  return { release };
};

test("a request whose statement takes too long is answered 408 in the caller's language", async () => {
  const admin = api.as({ superuser: true, language: 'zh-hans' });
  const { release } = await holdDomains();
  onTestFinished(release);
  const began = Date.now();
  const [read, written] = [await admin.get(domains), await admin.post(domains, { name: 'late' })];
  expect(Date.now() - began).toBeGreaterThan(1900);
  for (const answer of [read, written])
    expect([answer.status, answer.json]).toEqual([
      408,
      { detail: '服务器处理时间过长，已中止。请缩小查询范围，或稍后重试。', code: 'timed_out' },
    ]);
  expect(read.text).not.toContain('canceling');
});

test('a request that timed out has stored nothing, and the connections keep working', async () => {
  const admin = api.as({ superuser: true });
  expect((await admin.get(`${domains}?search=late`)).json).toEqual([]);
  expect((await admin.post(domains, { name: 'in time' })).status).toBe(201);
});

test('an export and an import may take longer than the statement timeout', async () => {
  const admin = api.as({ superuser: true });
  const { release } = await holdDomains();
  const exported = admin.get(`${domains}?format=csv`);
  const imported = admin.post(`${domains}batch-import/`, { action: 'create', rows: [{ name: 'imported' }] });
  await sleep(1500);
  await release();
  expect([(await exported).status, (await exported).text]).toEqual([200, expect.stringContaining('in time')]);
  expect((await imported).json).toMatchObject({ count: 1, failed: 0 });
});

test('an export does not wait forever, and leaves housekeeping its connections', async () => {
  const hasty = await startApi({ exportSeconds: 3 });
  onTestFinished(() => hasty.stop());
  onTestFinished((await holdDomains(hasty)).release);
  const admin = hasty.as({ superuser: true });
  const exports = Array.from({ length: 3 }, () => admin.get(`${domains}?format=csv&template=update`));
  await sleep(200);
  const kept = hasty.services.unhurried.rows(sql`select 1 as one`).then(() => 'kept house');
  expect(await Promise.race([kept, ...exports])).toBe('kept house');
  expect((await Promise.all(exports)).map(({ status }) => status)).toEqual([408, 408, 408]);
});

test('the limit is half a minute by default, and can be removed', () => {
  const deps = {
    GATEHOUSE_DATABASE_URL: 'postgresql://localhost/x',
    GATEHOUSE_SECRET_KEY: 'k'.repeat(32),
    GATEHOUSE_BOOTSTRAP_TOKEN: 'bootstrap-token-for-tests',
  };
  expect(readConfig(deps).GATEHOUSE_STATEMENT_TIMEOUT).toBe(30);
  expect(readConfig({ ...deps, GATEHOUSE_STATEMENT_TIMEOUT: '0' }).GATEHOUSE_STATEMENT_TIMEOUT).toBe(0);
});
