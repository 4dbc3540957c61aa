import { randomUUID } from 'node:crypto';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionFacts } from '../../../test/component.ts';
import { signedBy, signedInFull } from '../../../test/signedBy.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let key: { id: string; secret: string };
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  const { id } = (await admin.get('/api/v1/users/profile/')).json as { id: string };
  key = { id: randomUUID(), secret: 'a-secret-of-a-key' };
  await server.pool.query(
    `insert into authentication_accesskey (id, secret, "user", is_active, ip_group) values ($1, $2, $3, true, '["*"]')`,
    [key.id, server.services.vault.seal(key.secret), id],
  );
});
afterAll(() => server.stop());

const url = '/api/v1/users/groups/?fields_size=mini';
type Sent = {
  method?: 'GET' | 'POST';
  url?: string;
  signed?: string | Buffer;
  body?: string | Buffer;
  nonce?: string;
};
const request = ({ method = 'POST', url: to = url, signed = '', body = signed, nonce }: Sent) => ({
  method,
  url: to,
  headers: {
    'content-type': 'application/json',
    ...signedInFull(key, { method, url: to, body: signed, ...(nonce && { nonce }) }),
  },
  ...(body.length > 0 && { payload: body }),
});
const statusOf = async (sent: Sent) => (await server.app.inject(request(sent))).statusCode;
const groups = async () =>
  ((await admin.get('/api/v1/users/groups/')).json as { name: string }[]).map(({ name }) => name);

test('a request signed in full is answered once, over all servers', async () => {
  const once = request({ signed: '{"name":"once"}' });
  expect((await server.app.inject(once)).statusCode).toBe(201);
  expect((await server.app.inject(once)).statusCode).toBe(401);
  const read = request({ method: 'GET' });
  expect((await server.app.inject(read)).statusCode).toBe(200);
  expect((await server.app.inject(read)).statusCode).toBe(401);
  // What all servers share remembers it, for as long as its date may be valid.
  const { rows } = await server.pool.query(
    `select count(*)::int as count, max(expires_at) <= now() + interval '600 seconds' as ends,
      min(expires_at) > now() + interval '500 seconds' as lasts
      from system_cache where key like 'nonce:' || $1 || ':%'`,
    [key.id],
  );
  expect(rows).toEqual([{ count: 2, ends: true, lasts: true }]);
});

test('a nonce belongs to its key: others may use the same', async () => {
  const nonce = randomUUID();
  expect(await statusOf({ method: 'GET', nonce })).toBe(200);
  expect(await statusOf({ method: 'GET', nonce })).toBe(401);
  await server.pool.query('update system_cache set key = replace(key, $1, $2) where key like $3', [
    key.id,
    randomUUID(),
    `%${nonce}`,
  ]);
  expect(await statusOf({ method: 'GET', nonce })).toBe(200);
});

test.each([
  ['replaced', '{"name":"signed"}', '{"name":"forged"}'],
  ['cut', '{"name":"signed"}', '{"name":"sign"}'],
  ['removed', '{"name":"signed"}', ''],
  ['added', '', '{"name":"forged"}'],
])('a body that was %s on the way changes nothing', async (_how, signed, body) => {
  const before = await groups();
  expect(await statusOf({ signed, body })).toBe(401);
  expect(await groups()).toEqual(before);
});

test('a large body is compared while it is read', async () => {
  const body = JSON.stringify({ name: 'large', comment: 'x'.repeat(500_000) });
  expect(await statusOf({ signed: body, body: body.replace('large', 'small') })).toBe(401);
  expect(await groups()).not.toContain('small');
});

test('the older form can be switched off, the full one not', async () => {
  const older = signedBy(server.app, key);
  expect((await older.get(url)).status).toBe(200);
  const set = async (isOn: boolean) => {
    await server.services.settings.set({ SECURITY_DATE_SIGNATURE: isOn }, server.services.db);
    await server.services.settings.reload();
  };
  await set(false);
  expect((await older.get(url)).status).toBe(401);
  expect(await statusOf({ method: 'GET' })).toBe(200);
  await set(true);
  expect((await older.get(url)).status).toBe(200);
});

const multipart = 'multipart/form-data; boundary=x';
const recording = (text: string) =>
  '--x\r\nContent-Disposition: form-data; name="version"\r\n\r\n3\r\n' +
  `--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n${text}\r\n--x--\r\n`;

test('a recording that was changed on the way is not stored, however it was changed', async () => {
  const made = await server.app.inject({
    method: 'POST',
    url: '/api/v1/terminal/terminal-registrations/',
    headers: { authorization: 'BootstrapToken bootstrap-token-for-tests' },
    payload: { name: 'gw', type: 'koko', comment: '' },
  });
  const component = made.json().service_account.access_key;
  const id = randomUUID();
  await signedBy(server.app, component).post('/api/v1/terminal/sessions/', sessionFacts(id));
  const to = `/api/v1/terminal/sessions/${id}/replay/`;
  const upload = async (signed: string, payload: string) => {
    const headers = {
      ...signedInFull(component, { method: 'POST', url: to, body: signed }),
      'content-type': multipart,
    };
    return (await server.app.inject({ method: 'POST', url: to, headers, payload })).statusCode;
  };
  const large = 'r'.repeat(300_000);
  const stored = async () => {
    const { blobs } = server.services;
    const found: string[] = [];
    for await (const { key: file } of blobs.list('replay/')) found.push(file);
    return found;
  };
  expect(await upload(recording('real'), recording('fake'))).toBe(401);
  // The file ends early; what follows is not part of it, but of the body.
  expect(await upload(recording(large), `${recording('short')}${large}`)).toBe(401);
  expect(await stored()).toEqual([]);
  expect((await admin.get(to)).status).toBe(404);
  expect(await upload(recording(large), recording(large))).toBe(201);
  expect(await stored()).toEqual([expect.stringContaining(id)]);
});

test('an archive is stored only if it is the signed one', async () => {
  const playbooks = '/api/v1/ops/playbooks/';
  const archive = (text: string) =>
    Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="path"; filename="a.zip"\r\n\r\n'),
      zipSync({ 'main.yml': Buffer.from(text) }),
      Buffer.from('\r\n--x--\r\n'),
    ]);
  const upload = async (signed: Buffer, payload: Buffer) => {
    const headers = {
      ...signedInFull(key, { method: 'POST', url: playbooks, body: signed }),
      'content-type': multipart,
    };
    return (await server.app.inject({ method: 'POST', url: playbooks, headers, payload })).statusCode;
  };
  const [real, fake] = [archive('- hosts: all'), archive('- hosts: localhost')];
  expect([await upload(real, fake), await upload(real, real)]).toEqual([401, 201]);
});

test('a signed request works in the organization it was signed for, whatever headers were added', async () => {
  const other = ((await admin.post('/api/v1/orgs/orgs/', { name: 'Other' })).json as { id: string }).id;
  const at = '/api/v1/orgs/orgs/current/';
  const current = async (org: string | undefined, added: Record<string, string> = {}) => {
    const headers = { ...signedInFull(key, { method: 'GET', url: at, ...(org && { org }) }), ...added };
    const answer = await server.app.inject({ method: 'GET', url: at, headers });
    return [answer.statusCode, answer.json().name];
  };
  expect(await current(other)).toEqual([200, 'Other']);
  expect(await current(undefined)).toEqual([200, 'DEFAULT']);
  expect(await current(undefined, { cookie: `X-JMS-ORG=${other}` })).toEqual([200, 'DEFAULT']);
  expect(await current(undefined, { 'x-jms-org': other })).toEqual([401, undefined]);
});
