import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedBy, signedInFull } from '../../../test/signedBy.ts';
import { adminPassword, type Browser, startServer } from '../../../test/signedIn.ts';

const url = '/api/v1/accounts/integration-applications/';
const logs = '/api/v1/accounts/integration-application-logs/';

type Key = { id: string; secret: string };

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let key: Key;
const ids: Record<'asset' | 'account' | 'root' | 'other', string> = {
  asset: '',
  account: '',
  root: '',
  other: '',
};

const made = async (path: string, body: object): Promise<{ id: string } & Record<string, unknown>> => {
  const answer = await admin.post(path, body);
  if (answer.status !== 201) throw new Error(`${path} ${answer.status} ${answer.text}`);
  return answer.json;
};

beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  const { rows } = await server.pool.query("select id::int as id from assets_platform where name = 'Linux'");
  const host = (name: string) =>
    made('/api/v1/assets/hosts/', { name, address: '10.0.0.7', platform: rows[0].id });
  ids.asset = (await host('db-1')).id;
  ids.other = (await host('db-2')).id;
  const account = async (asset: string, name: string) =>
    (await made('/api/v1/accounts/accounts/', { asset, name, username: name, secret: `${name}-secret` })).id;
  ids.account = await account(ids.asset, 'app');
  ids.root = await account(ids.asset, 'root');
  await account(ids.other, 'app');
  const confirmed = await admin.post('/api/v1/authentication/confirm/', {
    ...{ confirm_type: 'password', secret_key: adminPassword },
  });
  expect(confirmed.status, confirmed.text).toBeLessThan(300);
  key = (await made(url, {
    ...{ name: 'deploy', assets: [ids.asset], account_names: ['app'], ip_group: ['127.0.0.1'] },
  })) as never;
});
afterAll(() => server.stop());

const target = (asset = 'db-1', account = 'app') => `${url}account-secret/?asset=${asset}&account=${account}`;
const ask = async (
  to = target(),
  { by = key, address = '127.0.0.1', headers = {} as Record<string, string> } = {},
) => {
  const signed = signedInFull(by, { method: 'GET', url: to });
  const raw = await server.app.inject({
    ...{ method: 'GET', url: to, remoteAddress: address },
    headers: { ...signed, ...headers },
  });
  return { status: raw.statusCode, json: raw.json(), raw };
};
const lastLog = async () => {
  const { json } = await admin.get(`${logs}?application_id=${key.id}&limit=1`);
  const [row] = (json as { results: { result: { value: string }; remote_addr: string; account: string }[] })
    .results;
  return row && { result: row.result.value, address: row.remote_addr, account: row.account };
};
const patch = async (changes: object) => {
  const answer = await admin.patch(`${url}${key.id}/`, changes);
  expect(answer.status, answer.text).toBe(200);
};

test('an application fetches one secret with its signature; the request is logged and never cached', async () => {
  const answer = await ask();
  expect([answer.status, answer.raw.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(answer.json).toEqual({
    ...{ id: ids.account, asset: { id: ids.asset, name: 'db-1', address: '10.0.0.7' } },
    ...{ name: 'app', username: 'app', secret_type: 'password', secret: 'app-secret' },
  });
  expect(await lastLog()).toEqual({ result: 'success', address: '127.0.0.1', account: 'app' });
  expect((await ask(target(ids.asset, ids.account))).status).toBe(200);
  const shown = await admin.get(`${url}${key.id}/`);
  expect(shown.text).not.toContain(key.secret);
  expect(shown.json).toMatchObject({ date_last_used: expect.any(String) });
});

test('a request that was read on its way is worth nothing, in either form', async () => {
  const full = signedInFull(key, { method: 'GET', url: target() });
  const once = { method: 'GET', url: target(), remoteAddress: '127.0.0.1', headers: full } as const;
  expect((await server.app.inject(once)).statusCode).toBe(200);
  expect((await server.app.inject(once)).statusCode).toBe(401);
  expect(await lastLog()).toMatchObject({ result: 'replayed' });
  const elsewhere = { ...once, url: target('db-1', 'root') };
  expect((await server.app.inject(elsewhere)).statusCode).toBe(401);
  expect(await lastLog()).toMatchObject({ result: 'signature', account: 'root' });
  const date = new Date(Date.now() - 5_000).toUTCString();
  const short = signedBy(server.app, key);
  expect((await short.get(target(), undefined, { date })).status).toBe(200);
  expect((await short.get(target(), undefined, { date })).status).toBe(401);
});

test('an address that is not named is refused, whatever X-Forwarded-For says', async () => {
  const spoofed = await ask(target(), { address: '10.9.9.9', headers: { 'x-forwarded-for': '127.0.0.1' } });
  expect(spoofed.status).toBe(401);
  expect(await lastLog()).toMatchObject({ result: 'address', address: '10.9.9.9' });
});

test('what is not named does not exist: other accounts, assets, organizations, and every list', async () => {
  for (const to of [
    target('db-1', 'root'),
    target('db-2', 'app'),
    target('db-1', 'none'),
    target('%25', 'app'),
  ])
    expect((await ask(to)).status, to).toBe(404);
  expect(await lastLog()).toMatchObject({ result: 'not_allowed' });
  expect((await ask(`${url}account-secret/?asset=db-1`)).status).toBe(400);
  for (const to of [url, logs, `${url}${key.id}/`, '/api/v1/accounts/accounts/', '/api/v1/users/profile/'])
    expect((await ask(to)).status, to).toBe(401);
  const { rows } = await server.pool.query(
    "insert into orgs_organization (id, name, created_by, comment, date_created) values (gen_random_uuid(), 'Elsewhere', '', '', now()) returning id",
  );
  await server.pool.query('update accounts_integrationapplication set org_id = $2 where id = $1', [
    ...[key.id, rows[0].id],
  ]);
  expect((await ask()).status).toBe(404);
  await server.pool.query(
    'update accounts_integrationapplication set org_id = (select org_id from accounts_account where id = $2) where id = $1',
    [key.id, ids.account],
  );
});

test('an account that takes a check-out is for no application, nor is one without a secret', async () => {
  await admin.patch(`/api/v1/accounts/accounts/${ids.account}/`, { checkout_required: true });
  const withheld = await ask();
  expect([withheld.status, withheld.json.code]).toEqual([403, 'account_withheld']);
  expect(await lastLog()).toMatchObject({ result: 'withheld' });
  await admin.patch(`/api/v1/accounts/accounts/${ids.account}/`, { checkout_required: false });
  expect((await ask()).status).toBe(200);
});

test('an application that is off, has ended, got another secret or is gone is refused at once', async () => {
  await patch({ is_active: false });
  expect((await ask()).status).toBe(401);
  expect(await lastLog()).toMatchObject({ result: 'inactive' });
  await patch({ is_active: true, date_expired: '2020-01-01T00:00:00Z' });
  expect((await ask()).status).toBe(401);
  expect(await lastLog()).toMatchObject({ result: 'expired' });
  await patch({ date_expired: null });
  expect((await ask()).status).toBe(200);
  const renewed = (await admin.post(`${url}${key.id}/renew-secret/`)).json as Key;
  expect((await ask()).status).toBe(401);
  expect((await ask(target(), { by: renewed })).status).toBe(200);
  key = renewed;
  const second = (await made(url, {
    name: 'second',
    accounts: [ids.root],
    ip_group: ['127.0.0.0/8'],
  })) as never;
  expect((await ask(target('db-1', 'root'), { by: second })).json).toMatchObject({ secret: 'root-secret' });
  expect((await admin.delete(`${url}${(second as Key).id}/`)).status).toBe(204);
  expect((await ask(target('db-1', 'root'), { by: second })).status).toBe(401);
});

test('too many requests of an application are refused, and told in its log', async () => {
  await server.pool.query(
    `update system_cache set value = '500'::jsonb where key = 'rate:integration:' || $1`,
    [key.id],
  );
  const answer = await ask();
  expect([answer.status, Number(answer.raw.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect(await lastLog()).toMatchObject({ result: 'throttled' });
});

test('an application names its addresses, and its writer may read secrets', async () => {
  expect((await admin.post(url, { name: 'open', ip_group: [] })).json).toEqual({
    ip_group: [expect.any(String)],
  });
});
