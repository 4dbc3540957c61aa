import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('input the database cannot take is the mistake of whoever sent it, and says nothing of the database', async () => {
  const admin = api.as({ superuser: true });
  const answers = [
    await admin.get('/api/v1/assets/hosts/?search=%%0000'),
    await admin.get('/api/v1/users/users-groups-relations/?limit=1.5&offset=1e300'),
    await admin.post('/api/v1/authentication/auth/', { username: 'a\u0000b', password: 'x' }),
    await admin.post('/api/v1/common/resources/cache/', { resources: ['\u0000'] }),
  ];
  for (const { status, json } of answers)
    expect([status, json]).toEqual([400, { detail: expect.stringMatching(/^[^:"]+$/), code: 'invalid' }]);
});

test('an address with a broken escape names nothing', async () => {
  const admin = api.as({ superuser: true });
  expect((await admin.get('/api/v1/assets/hosts/%25zz/')).status).toBe(404);
  expect((await admin.patch('/api/v1/assets/hosts/%25zz/', {})).status).toBe(404);
});
