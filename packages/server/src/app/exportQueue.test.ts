import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../../test/api.ts';

const domains = '/api/v1/assets/domains/';

/** A server whose exports wait for a table that somebody holds. */
const withHeldTable = async (exportPatienceSeconds: number) => {
  const api = await startApi({ exportPatienceSeconds });
  onTestFinished(() => api.stop());
  expect((await api.as({ superuser: true }).post(domains, { name: 'kept' })).status).toBe(201);
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query('lock table assets_domain in access exclusive mode');
  const release = async () => {
    await client.query('rollback');
    client.release();
  };
  return { api, release };
};

test('an export beyond those that are read at once waits its turn', async () => {
  const { api, release } = await withHeldTable(30);
  const admin = api.as({ superuser: true });
  const exports = Array.from({ length: 5 }, () => admin.get(`${domains}?format=csv`));
  await sleep(300);
  await release();
  for (const { status, text } of await Promise.all(exports))
    expect([status, text]).toEqual([200, expect.stringContaining('kept')]);
});

test('an export that waited too long is told the limit and when to come back, in the language of its reader', async () => {
  const { api, release } = await withHeldTable(1);
  const admin = api.as({ superuser: true, language: 'zh-hans' });
  const begun = [1, 2].map(() => admin.get(`${domains}?format=csv`));
  await sleep(200);
  const late = await admin.get(`${domains}?format=xlsx`);
  expect([late.status, late.json]).toEqual([
    429,
    {
      detail: '已有 2 个导出正在读取数据，等待 1 秒仍未轮到。请在 1 秒后重试。',
      code: 'throttled',
      limit: 'exports',
    },
  ]);
  expect(late.headers['retry-after']).toBe('1');
  await release();
  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200]);
});
