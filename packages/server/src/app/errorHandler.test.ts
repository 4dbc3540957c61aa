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

test('a request without a body may still say that it would be JSON', async () => {
  const admin = api.as({ superuser: true });
  const { id } = (await admin.post('/api/v1/users/groups/', { name: 'Short-lived' })).json as { id: string };
  const send = (method: 'DELETE' | 'POST', url: string) =>
    api.app.inject({
      method,
      url,
      headers: { 'x-test-caller': admin.key, 'content-type': 'application/json' },
    });
  expect((await send('POST', '/api/v1/users/groups/')).json()).toEqual({ name: [expect.any(String)] });
  expect((await send('DELETE', `/api/v1/users/groups/${id}/`)).statusCode).toBe(204);
});

test('a method an address does not know is told apart from an address nobody knows', async () => {
  const admin = api.as({ superuser: true });
  const wrongMethod = await admin.patch('/api/v1/common/resources/cache/', {});
  expect([wrongMethod.status, wrongMethod.json]).toEqual([
    405,
    { detail: 'This method is not offered here.', code: 'method_not_allowed' },
  ]);
  expect((await admin.post('/api/v1/audits/operate-logs/?a=1', {})).status).toBe(405);
  expect((await admin.post('/api/v1/audits/nothing/', {})).status).toBe(404);
});

test('an entry of a bulk update that names no row is refused in its place', async () => {
  const admin = api.as({ superuser: true });
  const { status, json } = await admin.patch('/api/v1/users/groups/', [{ name: 'x' }]);
  expect([status, json]).toEqual([400, [['Each entry needs an id or pk.']]]);
});
