import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test("links to other pages keep the request's host, even an invalid one", async () => {
  const admin = api.as({ superuser: true });
  for (const name of ['a', 'b']) await admin.post('/api/v1/assets/domains/', { name });
  const url = '/api/v1/assets/domains/?limit=1';
  const next = async (host: string) =>
    ((await admin.get(url, undefined, { host })).json as { next: string }).next;
  expect(await next('gate.example:8443')).toBe(
    'http://gate.example:8443/api/v1/assets/domains/?limit=1&offset=1',
  );
  expect(await next('[')).toBe('http://[/api/v1/assets/domains/?limit=1&offset=1');
});
