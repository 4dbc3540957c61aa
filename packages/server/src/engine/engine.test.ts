import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('a zone goes through its whole life cycle over the wire', async () => {
  const admin = api.as({ superuser: true });
  const made = await admin.post('/api/v1/assets/domains/', {
    name: 'dmz',
    comment: 'edge',
    labels: ['env:prod'],
  });
  expect(made.text).toContain('dmz');
  expect(made.status).toBe(201);
  const { id } = made.json as { id: string };
  const page = await admin.get('/api/v1/assets/domains/?limit=10&search=DM&labels=env:*');
  expect(page.json).toMatchObject({
    count: 1,
    next: null,
    previous: null,
    results: [{ id, name: 'dmz', labels: ['env:prod'] }],
  });
  const twice = await admin.post('/api/v1/assets/domains/', { name: 'dmz' });
  expect(twice.status).toBe(400);
  expect(Object.keys(twice.json)).toEqual(['name']);
  const changed = await admin.patch(`/api/v1/assets/domains/${id}/`, { name: 'dmz-2' });
  expect(changed.json).toMatchObject({ name: 'dmz-2', comment: 'edge' });
  const meta = await admin.options('/api/v1/assets/domains/');
  expect(meta.json).toMatchObject({
    actions: { POST: { name: { type: 'string', required: true, max_length: 128 } } },
  });
  expect((await admin.delete(`/api/v1/assets/domains/${id}/`)).status).toBe(204);
  expect((await admin.get(`/api/v1/assets/domains/${id}/`)).status).toBe(404);
});
