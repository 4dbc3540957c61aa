import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMfaPeople, enrol, password, postForm } from '../../../test/mfa.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';
import { totpCode } from '../../../test/totpCode.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let people: ReturnType<typeof createMfaPeople>;
let admin: Browser;
beforeAll(async () => {
  server = await startServer();
  people = createMfaPeople(server);
  admin = await server.admin();
});
afterEach(() => people.set({ SECURITY_MFA_VERIFY_TTL: 3600 }));
afterAll(() => server.stop());

const confirmUrl = '/api/v1/authentication/confirm/';
const check = (browser: Browser, level: string) => browser.get(`${confirmUrl}check/?confirm_type=${level}`);
const offered = async (browser: Browser, level: string) =>
  (await browser.get(`${confirmUrl}?confirm_type=${level}`)).json;
const prove = (browser: Browser, secret_key: string, more: object = {}) =>
  browser.post(confirmUrl, { confirm_type: 'mfa', mfa_type: 'otp', secret_key, ...more });

/** Adds an account; returns the address of its secret, which needs a fresh confirmation. */
const addSecret = async (name: string) => {
  const platform = (await admin.get('/api/v1/assets/platforms/?name=Linux')).json as { id: number }[];
  const asset = await admin.post('/api/v1/assets/hosts/', {
    name,
    address: '10.2.3.4',
    platform: platform[0]?.id,
    protocols: [{ name: 'ssh', port: 22 }],
    accounts: [{ name: 'root', username: 'root', secret_type: 'password', secret: 'machine-secret' }],
  });
  expect(asset.status, asset.text).toBe(201);
  const { id } = asset.json as { id: string };
  const [account] = (await admin.get(`/api/v1/accounts/accounts/?asset=${id}`)).json as { id: string }[];
  return `/api/v1/accounts/account-secrets/${account?.id}/`;
};

test('A-4.3-002 B-3-047 B-3-048 B-7-022 B-7-023 a secret is shown after the MFA code, until the confirmation expires', async () => {
  const orgAdmin = builtinRoles.orgAdmin.id;
  const { secret } = await people.addBound(admin, 'keeper', { org_roles: [orgAdmin] });
  const browser = await people.signIn('keeper', secret);
  const url = await addSecret('vaulted');
  const refused = await browser.get(url);
  expect([refused.status, refused.json]).toMatchObject([412, { code: 'mfa', type: 'user_confirm_required' }]);
  expect(await offered(browser, 'mfa')).toEqual({
    confirm_type: 'mfa',
    content: [{ name: 'otp', disabled: false, display_name: 'Authenticator app', placeholder: '6 digits' }],
  });
  // Lists, exports and histories of secrets need the confirmation as well (reference 01 §8).
  const list = '/api/v1/accounts/account-secrets/';
  const methods = ['get', 'options'] as const;
  const doors = [list, `${list}?format=csv`, url, `${url}histories/`];
  for (const verb of methods)
    for (const door of doors) expect((await browser[verb](door)).status, door).toBe(412);
  const refusals = [
    () => browser.post(list, {}),
    ...(['put', 'patch'] as const).map((verb) => () => browser[verb](url, {})),
    () => browser.delete(url),
  ];
  for (const ask of refusals) expect((await ask()).status).toBe(412);
  const wrong = await prove(browser, '000000');
  expect([wrong.status, wrong.json]).toEqual([
    400,
    { error: expect.stringContaining('The MFA code is wrong or was used before. Check it') },
  ]);
  expect((await browser.get(url)).status).toBe(412);
  const code = await people.nextCode('keeper', secret);
  expect([(await prove(browser, code)).json, (await browser.get(url)).json]).toMatchObject([
    'ok',
    { secret: 'machine-secret' },
  ]);
  for (const ask of refusals)
    expect(await ask()).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
  expect((await prove(browser, code)).status).toBe(400);
  await people.set({ SECURITY_MFA_VERIFY_TTL: 0 });
  expect((await browser.get(url)).status).toBe(412);
});

test('a user with MFA confirms everything with the MFA code; the password is not enough', async () => {
  const { secret } = await people.addBound(admin, 'strong');
  const browser = await people.signIn('strong', secret);
  for (const level of ['relogin', 'password', 'mfa'])
    expect(await offered(browser, level)).toMatchObject({ confirm_type: 'mfa' });
  const byPassword = { confirm_type: 'password', mfa_type: '' };
  expect((await prove(browser, password, byPassword)).status).toBe(400);
  expect((await check(browser, 'password')).status).toBe(412);
  expect((await prove(browser, totpCode(secret, 1), byPassword)).status).toBe(200);
  for (const level of ['password', 'mfa']) expect((await check(browser, level)).json).toBe('ok');
  const unknown = await prove(browser, totpCode(secret, 2), { mfa_type: 'sms' });
  expect(unknown.json).toEqual({ error: 'This MFA method is not available.' });
});

test('wrong MFA codes at a confirmation count together with those at sign-in', async () => {
  const { secret } = await people.addBound(admin, 'thief');
  const browser = await people.signIn('thief', secret);
  for (let tries = 1; tries < 7; tries += 1) await prove(browser, '000000');
  expect((await prove(browser, '000000')).json).toEqual({ error: expect.stringContaining('is locked') });
  const code = await people.nextCode('thief', secret);
  expect((await prove(browser, code)).status).toBe(400);
  await expect(people.signIn('thief', secret)).rejects.toThrow('could not sign in: 401');
});

const mfaFirst = {
  error: expect.stringMatching(/requires MFA.*Set it up in your profile/),
  code: 'mfa_first',
};

test('a secret is not shown for a password alone: a user without MFA is told to set it up, and reads it then', async () => {
  await people.addUser(admin, 'early', { org_roles: [builtinRoles.orgAdmin.id] });
  const browser = await server.browserOf('early', password);
  const url = await addSecret('guarded');
  expect((await browser.get(url)).json).toMatchObject({ code: 'mfa', type: 'user_confirm_required' });
  expect(await offered(browser, 'mfa')).toEqual(mfaFirst);
  for (const confirm_type of ['mfa', 'password', 'relogin']) {
    const answer = await prove(browser, password, { confirm_type, mfa_type: '' });
    expect(answer.status, confirm_type).toBe(confirm_type === 'mfa' ? 400 : 200);
    if (confirm_type === 'mfa') expect(answer.json).toEqual(mfaFirst);
    expect([confirm_type, (await browser.get(url)).status]).toEqual([confirm_type, 412]);
  }
  await browser.patch('/api/v1/users/profile/', { mfa_level: 1 });
  expect(await offered(browser, 'mfa')).toEqual(mfaFirst);
  expect(await offered(browser, 'password')).toMatchObject({ confirm_type: 'password' });
  await postForm(browser, `${enrol}start/`, { password });
  const secret = await people.bind(browser);
  const again = await people.signIn('early', secret);
  expect((await again.get(url)).status).toBe(412);
  expect((await prove(again, await people.nextCode('early', secret))).json).toBe('ok');
  expect((await again.get(url)).json).toMatchObject({ secret: 'machine-secret' });
});

test('users of a sign-in elsewhere need MFA for secrets as well', async () => {
  await people.addUser(admin, 'guest');
  const browser = await server.browserOf('guest', password);
  await server.pool.query("update users_user set source = 'cas' where username = 'guest'");
  expect(await offered(browser, 'mfa')).toEqual(mfaFirst);
  expect(await offered(browser, 'password')).toMatchObject({ confirm_type: 'relogin' });
});

test('an installation may accept the password from users without MFA, but not from those who must set it up', async () => {
  const lenient = await startServer({ GATEHOUSE_VIEW_SECRETS_BY_PASSWORD: '1' });
  const others = createMfaPeople(lenient);
  await others.addUser(await lenient.admin(), 'plain');
  const browser = await lenient.browserOf('plain', password);
  expect(await offered(browser, 'mfa')).toMatchObject({ confirm_type: 'password' });
  await prove(browser, password, { confirm_type: 'password' });
  expect((await check(browser, 'mfa')).json).toBe('ok');
  await browser.patch('/api/v1/users/profile/', { mfa_level: 1 });
  expect((await check(browser, 'mfa')).status).toBe(412);
  expect(await offered(browser, 'mfa')).toEqual(mfaFirst);
  await lenient.stop();
});

test('binding an account of another service needs a recent confirmation', async () => {
  await people.addUser(admin, 'binder');
  const browser = await server.browserOf('binder', password);
  const refused = await browser.get('/api/v1/authentication/confirm-oauth/');
  expect([refused.status, refused.json]).toMatchObject([
    412,
    { type: 'user_confirm_required', code: 'relogin' },
  ]);
  const offered = await browser.get('/api/v1/authentication/confirm/?confirm_type=relogin');
  const { confirm_type } = offered.json as { confirm_type: string };
  expect(
    (await browser.post('/api/v1/authentication/confirm/', { confirm_type, secret_key: password })).json,
  ).toBe('ok');
  expect((await browser.get('/api/v1/authentication/confirm-oauth/')).json).toBe('ok');
});

test.each([
  [0, 200],
  [295, 200],
  [301, 400],
  [3600, 400],
])(
  'A-9-008 A-4.3-007 %i seconds after the sign-in, the sign-in alone confirms an identity with %i',
  async (seconds, status) => {
    const name = `recent${seconds}`;
    await people.addUser(admin, name);
    const browser = await server.browserOf(name, password);
    await server.pool.query(
      `update system_session set data = data || jsonb_build_object('login_time', (data->>'login_time')::bigint - $1)
      where user_id = (select id from users_user where username = $2)`,
      [seconds * 1000, name],
    );
    const answer = await prove(browser, 'x', { confirm_type: 'relogin', mfa_type: '' });
    expect([answer.status, answer.json]).toEqual([
      status,
      status === 200 ? 'ok' : { error: 'You signed in more than five minutes ago. Sign in again.' },
    ]);
    expect((await browser.get('/api/v1/authentication/confirm-oauth/')).status).toBe(
      status === 200 ? 200 : 412,
    );
  },
);

test('A-3-020 a confirmation at level mfa is valid for the seconds of the setting, one at level password for five minutes', async () => {
  const { secret } = await people.addBound(admin, 'timed');
  const browser = await people.signIn('timed', secret);
  expect((await prove(browser, await people.nextCode('timed', secret))).json).toBe('ok');
  const made = await server.pool.query<{ key: string; value: { time: number } }>(
    "select key, value from system_cache where key like 'confirm:session:%' order by (value->>'time')::bigint desc limit 1",
  );
  const { key, value } = made.rows[0] ?? { key: '', value: { time: 0 } };
  const age = (seconds: number) =>
    server.pool.query(
      'update system_cache set value = value || jsonb_build_object($2::text, $3::bigint) where key = $1',
      [key, 'time', value.time - seconds * 1000],
    );
  const statuses = async () =>
    Promise.all(['password', 'mfa'].map(async (level) => (await check(browser, level)).status));
  await people.set({ SECURITY_MFA_VERIFY_TTL: 600 });
  await age(280);
  expect(await statuses()).toEqual([200, 200]);
  await age(320);
  expect(await statuses()).toEqual([412, 200]);
  await age(620);
  expect(await statuses()).toEqual([412, 412]);
  await people.set({ SECURITY_MFA_VERIFY_TTL: 60 });
  await age(80);
  expect(await statuses()).toEqual([200, 412]);
});
