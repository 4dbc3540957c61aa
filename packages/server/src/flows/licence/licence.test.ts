import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { LICENCE_DETAIL_URL, LICENCE_IMPORT_URL } from '@gatehouse/contract/wire/licenceAddresses.ts';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeLicence, storeLicence } from '../../../test/licence.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
});
afterAll(() => server.stop());

const set = async (text: string) => {
  await storeLicence(server.pool, text);
  await server.services.settings.reload();
};
beforeEach(() => set(makeLicence()));

const multipart = (text: string) => {
  const boundary = '----gatehouse';
  return {
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.licence"\r\nContent-Type: application/octet-stream\r\n\r\n${text}\r\n--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};
const send = (text: string, browser = admin, language = 'en') => {
  const { payload, headers } = multipart(text);
  return browser.send('POST', LICENCE_IMPORT_URL, {
    payload,
    headers: { ...headers, 'accept-language': language },
  });
};
const publicSettings = async () =>
  (await admin.get('/api/v1/settings/public/')).json as {
    XPACK_ENABLED: boolean;
    XPACK_LICENSE_IS_VALID: boolean;
    XPACK_LICENSE_INFO: { corporation: string };
  };

test('A-3-022 A-7-015 the detail shows licensee, expiry and number of assets', async () => {
  await set(makeLicence({ asset_count: 500, remark: 'For the harbour' }));
  expect((await admin.get(LICENCE_DETAIL_URL)).json).toEqual({
    subscription_id: 'S-1',
    corporation: 'Northwind Logistics',
    date_expired: expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \+0000$/),
    asset_count: 500,
    current_asset_count: 0,
    edition: 'enterprise',
    serial_no: 'T-1',
    remark: 'For the harbour',
    is_valid: true,
  });
  // Clients calculate with the number, so that no limit is a large one; without a licence there is none.
  await set(makeLicence({ asset_count: null }));
  expect((await admin.get(LICENCE_DETAIL_URL)).json).toMatchObject({ asset_count: 100_000_000 });
  await set('');
  expect((await admin.get(LICENCE_DETAIL_URL)).json).toMatchObject({ asset_count: null });
});

test('A-7-016 a licence is imported by multipart upload and applies at once', async () => {
  await set('');
  expect(await publicSettings()).toMatchObject({
    XPACK_ENABLED: true,
    XPACK_LICENSE_IS_VALID: false,
    XPACK_LICENSE_INFO: { corporation: '' },
  });
  const answer = await send(makeLicence({ corporation: 'Harbour Works' }));
  expect([answer.status, answer.json]).toEqual([200, { status: true, msg: 'The licence was imported.' }]);
  expect(await publicSettings()).toMatchObject({
    XPACK_LICENSE_IS_VALID: true,
    XPACK_LICENSE_INFO: { corporation: 'Harbour Works' },
  });
  const inGlobal = { 'x-jms-org': SYSTEM_ORG_ID };
  const logs = (await admin.get('/api/v1/audits/operate-logs/?limit=1', undefined, inGlobal)).json as {
    results: object[];
  };
  expect(logs.results[0]).toMatchObject({ resource_type: 'Licence' });
});

const stranger = generateKeyPairSync('ed25519').privateKey;
const changed = () => {
  const [format, facts, signature] = makeLicence({ asset_count: 5 }).split('.');
  const more = JSON.parse(Buffer.from(facts ?? '', 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...more, asset_count: 5000 })).toString('base64url');
  return `${format}.${forged}.${signature}`;
};
test.each([
  ['signed with an unknown key', () => makeLicence({}, stranger), /signature/],
  ['that was changed', changed, /signature/],
  ['that expired', () => makeLicence({ days: -3 }), /^This licence expired on \d{4}-\d\d-\d\d\.$/],
  [
    'that starts tomorrow',
    () => makeLicence({ date_issued: new Date(Date.now() + 9e7).toISOString() }),
    /not valid before/,
  ],
  ['for another product', () => makeLicence({ product: 'other' }), /another product \(other\)/],
  ['that is arbitrary text', () => 'hello', /not a licence for this product/],
  ['with missing facts', () => makeLicence({ corporation: '' }), /not a licence for this product/],
  ['that is far too large', () => 'x'.repeat(100_000), /not a licence for this product/],
])('a licence %s is refused with the reason, and the old one is kept', async (_what, text, reason) => {
  const answer = await send(text());
  expect([answer.status, answer.json]).toEqual([200, { status: false, msg: expect.stringMatching(reason) }]);
  expect((await admin.get(LICENCE_DETAIL_URL)).json).toMatchObject({ serial_no: 'T-1', is_valid: true });
});

test("A-8-025 the reason is given in the reader's language", async () => {
  const say = async (language: string) =>
    ((await send(makeLicence({ days: -3 }), admin, language)).json as { msg: string }).msg;
  expect([await say('zh-CN'), await say('zh-TW'), await say('ja')]).toEqual([
    expect.stringContaining('过期'),
    expect.stringContaining('到期'),
    expect.stringContaining('期限切れ'),
  ]);
});

test('A-6-054 without settings.change_license no licence data is shown or changed', async () => {
  const nobody = server.browser();
  expect((await nobody.get(LICENCE_DETAIL_URL)).status).toBe(401);
  await admin.post('/api/v1/users/users/', {
    name: 'Cleo',
    username: 'cleo',
    email: 'cleo@example.com',
    password: 'Known-password-1',
    password_strategy: 'custom',
    system_roles: [builtinRoles.user.id],
  });
  await server.pool.query("update users_user set need_update_password = false where username = 'cleo'");
  const cleo = await server.browserOf('cleo', 'Known-password-1');
  expect((await cleo.get(LICENCE_DETAIL_URL)).status).toBe(403);
  expect((await send(makeLicence(), cleo)).status).toBe(403);
});

const licensed = [
  ['GET', '/api/v1/orgs/orgs/'],
  ['POST', '/api/v1/orgs/orgs/'],
  ['GET', '/api/v1/rbac/org-roles/'],
  ['POST', '/api/v1/rbac/system-roles/'],
  ['POST', '/api/v1/users/users/invite/'],
] as const;
const answers = async () =>
  Promise.all(
    licensed.map(async ([method, url]) => {
      const { status, json } = await admin.send(method, url, method === 'POST' ? { payload: {} } : {});
      return status === 403 ? (json as { code: string }).code : 'served';
    }),
  );

test('A-1-010 A-6-062 A-1-009 features that need a licence are refused without a valid one, and return at once with it', async () => {
  expect(new Set(await answers())).toEqual(new Set(['served']));
  const permissions = async () =>
    ((await admin.get('/api/v1/users/profile/')).json as { perms: string[] }).perms;
  expect(await permissions()).toContain('orgs.view_organization');
  await set(makeLicence({ days: -1 }));
  expect(new Set(await answers())).toEqual(new Set(['licence_required']));
  expect(await permissions()).not.toContain('orgs.view_organization');
  expect(await permissions()).toContain('users.view_user');
  const refused = await admin.get('/api/v1/orgs/orgs/');
  expect((refused.json as { detail: string }).detail).toMatch(/^This needs a valid licence/);
  expect(await publicSettings()).toMatchObject({ XPACK_LICENSE_IS_VALID: false });
  await send(makeLicence());
  expect(new Set(await answers())).toEqual(new Set(['served']));
});

test('without a licence, a write that names another organization is refused; reading stays possible', async () => {
  const made = await admin.post('/api/v1/orgs/orgs/', { name: 'Licensed' });
  const headers = { 'x-jms-org': (made.json as { id: string }).id };
  const url = '/api/v1/assets/domains/';
  await set('');
  const refused = await admin.post(url, { name: 'astray' }, headers);
  expect([refused.status, refused.json]).toMatchObject([403, { code: 'licence_required' }]);
  expect((await admin.send('DELETE', `${url}${randomUUID()}/`, { headers })).status).toBe(403);
  expect((await admin.get('/api/v1/users/profile/', undefined, headers)).status).toBe(200);
  expect((await admin.get(url, undefined, headers)).json).toEqual([]);
  expect((await admin.post(url, { name: 'home' })).status).toBe(201);
  const { payload, headers: type } = multipart(makeLicence());
  const second = await admin.send('POST', LICENCE_IMPORT_URL, { payload, headers: { ...type, ...headers } });
  expect(second.json).toMatchObject({ status: true });
  expect((await admin.post(url, { name: 'there' }, headers)).status).toBe(201);
});

const hostsUrl = '/api/v1/assets/hosts/';
const host = (name: string) => ({ name, address: '10.0.0.1', platform: 1 });
const names = async () => ((await admin.get(hostsUrl)).json as { name: string }[]).map(({ name }) => name);

test('A-8-027 no asset is added beyond the limit of the licence, neither in bulk nor concurrently', async () => {
  await set(makeLicence({ asset_count: 2 }));
  const full = { non_field_errors: ['The licence allows 2 assets. There is no room for more.'] };
  expect((await admin.post(hostsUrl, host('one'))).status).toBe(201);
  const bulk = await admin.post(hostsUrl, [host('two'), host('three')]);
  expect([bulk.status, bulk.json]).toEqual([400, [{}, full]]);
  expect(await names()).toEqual(['one']);
  const both = await Promise.all(['two', 'three'].map((name) => admin.post(hostsUrl, host(name))));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
  expect(both.find(({ status }) => status === 400)?.json).toEqual(full);
  expect(await names()).toHaveLength(2);
  const [first] = (await admin.get(hostsUrl)).json as { id: string }[];
  expect((await admin.patch(`${hostsUrl}${first?.id}/`, { comment: 'still changed' })).status).toBe(200);
  await set(makeLicence({ asset_count: 3 }));
  expect((await admin.post(hostsUrl, host('four'))).status).toBe(201);
});

test('a server without a licence adopts the one in its data folder, and the key created with that one', async () => {
  const home = join(tmpdir(), `gatehouse-licence-${randomUUID()}`);
  const pair = generateKeyPairSync('ed25519');
  await mkdir(join(home, 'keys/licence'), { recursive: true });
  await writeFile(
    join(home, 'keys/licence/public.pem'),
    pair.publicKey.export({ type: 'spki', format: 'pem' }),
  );
  await writeFile(
    join(home, 'keys/licence/gatehouse.licence'),
    makeLicence({ corporation: 'Own' }, pair.privateKey),
  );
  const own = await startServer({ GATEHOUSE_HOME: home, GATEHOUSE_LICENCE_KEY: '' }, { licensed: false });
  expect(own.services.licence.isValid()).toBe(true);
  expect(own.services.licence.facts()?.corporation).toBe('Own');
  await own.stop();
  await rm(home, { recursive: true, force: true });
});

test('with licences switched off, none is valid and none is imported', async () => {
  const small = await startServer({ GATEHOUSE_XPACK: '0' });
  const browser = await small.admin();
  expect((await browser.get('/api/v1/settings/public/')).json).toMatchObject({
    XPACK_ENABLED: false,
    XPACK_LICENSE_IS_VALID: false,
  });
  expect((await send(makeLicence(), browser)).json).toMatchObject({ status: false });
  await small.stop();
});
