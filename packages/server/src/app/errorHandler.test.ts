import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test("input the database cannot store is the sender's mistake, and the answer reveals nothing about the database", async () => {
  const admin = api.as({ superuser: true });
  const answers = [
    await admin.get('/api/v1/users/users-groups-relations/?limit=1.5&offset=1e300'),
    await admin.post('/api/v1/authentication/auth/', { username: 'a\u0000b', password: 'x' }),
    await admin.post('/api/v1/common/resources/cache/', { resources: ['\u0000'] }),
  ];
  for (const { status, json } of answers)
    expect([status, json]).toEqual([400, { detail: expect.stringMatching(/^[^:"]+$/), code: 'invalid' }]);
});

test('control characters in a query are reported at their parameter', async () => {
  const admin = api.as({ superuser: true });
  for (const search of ['%00', '%%0000', 'a%1Bb']) {
    const { status, json } = await admin.get(`/api/v1/assets/hosts/?search=${search}`);
    expect([status, json]).toEqual([400, { search: ['Remove the control characters.'] }]);
  }
  expect((await admin.get('/api/v1/assets/hosts/?search=a%0Ab%09c')).status).toBe(200);
});

test('an id with an invalid percent escape is not found', async () => {
  const admin = api.as({ superuser: true });
  expect((await admin.get('/api/v1/assets/hosts/%25zz/')).status).toBe(404);
  expect((await admin.patch('/api/v1/assets/hosts/%25zz/', {})).status).toBe(404);
});

test('a request without a body may still declare JSON', async () => {
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

test('an unsupported method is distinguished from an unknown address', async () => {
  const admin = api.as({ superuser: true });
  const wrongMethod = await admin.patch('/api/v1/common/resources/cache/', {});
  expect([wrongMethod.status, wrongMethod.json]).toEqual([
    405,
    { detail: 'This method is not allowed here.', code: 'method_not_allowed' },
  ]);
  expect((await admin.post('/api/v1/audits/operate-logs/?a=1', {})).status).toBe(405);
  expect((await admin.post('/api/v1/audits/nothing/', {})).status).toBe(404);
});

test('an entry of a bulk update that names no row is refused at its position', async () => {
  const admin = api.as({ superuser: true });
  const { status, json } = await admin.patch('/api/v1/users/groups/', [{ name: 'x' }]);
  expect([status, json]).toEqual([400, [['Each entry needs an id or pk.']]]);
});

test('an unsupported answer format is refused before anything is done', async () => {
  const admin = api.as({ superuser: true });
  const url = '/api/v1/users/groups/';
  const refused = await admin.post(url, { name: 'Never' }, { accept: 'application/xml' });
  expect([refused.status, refused.json]).toEqual([
    406,
    { detail: 'This format is not available here.', code: 'not_acceptable' },
  ]);
  expect((await admin.get(`${url}?name=Never`)).json).toEqual([]);
  for (const accept of ['text/html', 'image/*, application/json;q=0', 'application/jsonp'])
    expect((await admin.get(url, undefined, { accept })).status, accept).toBe(406);
  for (const accept of ['', '*/*', 'text/html, */*;q=0.1', 'application/*', 'application/json, text/plain'])
    expect((await admin.get(url, undefined, { accept })).status, accept).toBe(200);
  const table = await admin.get(url, undefined, { accept: 'text/csv' });
  expect(table.headers['content-type']).toBe('text/csv; charset=utf-8');
});

test('an unknown address gives users a page and programs JSON', async () => {
  const admin = api.as({ superuser: true });
  const page = await admin.get('/nowhere/at/all?x=<b>', undefined, {
    accept: 'text/html,*/*;q=0.8',
    cookie: 'django_language=zh-hans',
  });
  expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
    404,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(page.text).toContain('<html lang="zh-Hans">');
  expect(page.text).toContain('<h1>页面不存在</h1>');
  expect(page.text).not.toContain('<b>');
  for (const headers of [{ 'content-type': 'application/json' }, { accept: 'application/json' }]) {
    const answer = await admin.get('/nowhere/', undefined, headers as unknown as Record<string, string>);
    expect([answer.status, answer.json]).toMatchObject([404, { error: 'Not found' }]);
  }
  expect((await admin.get('/api/v1/nowhere/')).json).toMatchObject({ error: 'Not found', code: 'not_found' });
  expect((await admin.get('/core/auth/nowhere/')).headers['content-type']).toContain('text/html');
});
