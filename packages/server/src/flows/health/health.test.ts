import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('the health of the server is open to anyone, at both addresses, and never kept by a cache', async () => {
  for (const url of ['/api/health/', '/api/v1/health/']) {
    const { status, json, headers } = await api.as({ anonymous: true }).get(url);
    expect([status, json, headers['cache-control']]).toEqual([
      200,
      {
        ...{ status: true, db_status: true, redis_status: true },
        ...{ db_time: expect.any(Number), redis_time: expect.any(Number), time: expect.any(Number) },
      },
      'no-store',
    ]);
  }
});
