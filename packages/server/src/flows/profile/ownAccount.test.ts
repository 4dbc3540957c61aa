import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { estateOf } from '../../../test/estate.ts';
import { createMfaPeople, password } from '../../../test/mfa.ts';
import { type Browser, startServer } from '../../../test/signedIn.ts';
import { newPrivateKey } from '../../platform/crypto/sshKey.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let user: Browser;
let id: string;
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  id = await createMfaPeople(server).addUser(admin, 'ann');
  user = await server.browserOf('ann', password);
});
afterAll(() => server.stop());

const url = '/api/v1/users/profile/';
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIF0yZDJkMmQyZDJkMmQyZDJkMmQyZDJkMmQyZDJkMmQy ann@desk';
const rowsOf = async (query: string) => (await server.pool.query(query, [id])).rows;
const messages = async () =>
  (await rowsOf('select text from notifications_sitemessage where "user" = $1 order by date_created')).map(
    ({ text }) => text,
  );

test('users who change their password need the old one, lose their other web sessions and get a message', async () => {
  const other = await server.browserOf('ann', password);
  const change = async (entries: object) => {
    const sent = {
      old_password: password,
      new_password: 'Fresh-password-2',
      new_password_again: 'Fresh-password-2',
    };
    const { status, json } = await user.put(`${url}password/`, { ...sent, ...entries });
    return [status, json];
  };
  const wrong = (field: string, text: unknown) => [400, { [field]: [text] }];
  expect(await change({ old_password: 'other' })).toEqual(
    wrong('old_password', expect.stringMatching(/password/i)),
  );
  expect(await change({ old_password: 'other', new_password: 'x' })).toEqual([
    400,
    { old_password: ['The current password is wrong.'], new_password: ['Use at least 6 characters.'] },
  ]);
  // Whether it was used before would tell a stranger at an open screen what the password is.
  expect(await change({ old_password: 'other', new_password: password })).toEqual(
    wrong('old_password', 'The current password is wrong.'),
  );
  expect(await change({ new_password: 'x', new_password_again: 'x' })).toEqual(
    wrong('new_password', 'Use at least 6 characters.'),
  );
  expect(await change({ new_password_again: 'Other-password-3' })).toEqual(
    wrong('new_password_again', 'The two entries do not match.'),
  );
  expect(await messages()).toEqual([]);
  expect(await change({})).toEqual([200, {}]);
  const status = async (browser: Browser) => (await browser.get(url)).status;
  expect([await status(user), await status(other)]).toEqual([200, 401]);
  expect(await messages()).toEqual([{ key: 'password_changed', params: { by: 'ann(ann)', ip: '10.1.1.1' } }]);
  const [line] = await rowsOf(
    'select "user", change_by, remote_addr from audits_passwordchangelog where $1::uuid is not null order by datetime desc limit 1',
  );
  expect(line).toEqual({ user: 'ann(ann)', change_by: 'ann(ann)', remote_addr: '10.1.1.1' });
  await server.browserOf('ann', 'Fresh-password-2');
});

test('a public key that a user sets is checked, masked in the operate log and confirmed by a message', async () => {
  const put = (public_key: string) => user.put(`${url}public-key/`, { public_key });
  const facts = {
    public_key_comment: 'ann@desk',
    public_key_hash_md5: expect.stringMatching(/^(\w\w:){15}\w\w$/),
  };
  for (const wrong of ['ssh-rsa nonsense', newPrivateKey()])
    expect((await put(wrong)).json).toEqual({ public_key: ['This is not a valid SSH public key.'] });
  expect((await put(key)).json).toEqual(facts);
  expect((await user.get(`${url}public-key/`)).json).toEqual(facts);
  await put(key);
  expect((await put('')).status).toBe(400);
  expect((await user.put(`${url}public-key/`, {})).json).toEqual({ public_key: ['This field is required.'] });
  expect(await user.patch(`${url}public-key/`, {})).toMatchObject({ status: 200, json: facts });
  expect((await put(key.replace('desk', 'tower'))).json).toMatchObject({ public_key_comment: 'ann@tower' });
  const lines = await rowsOf(
    `select action, resource, "user", diff from audits_operatelog where resource_id = $1 and diff ? 'SSH public key' order by datetime`,
  );
  const line = { action: 'update', resource: 'ann(ann)', user: 'ann(ann)' };
  expect(lines).toEqual([
    { ...line, diff: { 'SSH public key': ['', '******'] } },
    { ...line, diff: { 'SSH public key': ['******', '******'] } },
  ]);
  const told = (await messages()).filter((text) => text.key === 'public_key_changed');
  expect(told).toEqual(
    Array(2).fill({ key: 'public_key_changed', params: { by: 'ann(ann)', ip: '10.1.1.1' } }),
  );
});

test('a connection token gives access to the profile and the settings, and to nothing else', async () => {
  const estate = estateOf(server.pool);
  const asset = await estate.asset({ name: 'host-1' });
  const rule = { name: 'ann', users: [id], assets: [asset], accounts: ['@USER'], actions: ['connect'] };
  expect((await admin.post('/api/v1/perms/asset-permissions/', rule)).status).toBe(201);
  const request = { asset, account: '@USER', protocol: 'ssh', connect_method: 'web_cli' };
  const made = await user.post('/api/v1/authentication/connection-token/', request);
  const token = (made.json as { id: string }).id;
  const stranger = server.browser();
  const open = async (with_: string) =>
    Promise.all(
      [url, '/api/v1/settings/public/', '/api/v1/settings/server-info/', '/api/v1/users/users/'].map(
        async (path) => (await stranger.get(`${path}?token=${with_}`)).status,
      ),
    );
  expect((await stranger.get(`${url}?token=${token}`)).json).toMatchObject({ username: 'ann' });
  expect(await open(token)).toEqual([200, 200, 200, 401]);
  for (const odd of ['x', randomUUID(), '']) expect(await open(odd)).toEqual([401, 401, 401, 401]);
  await server.pool.query('update users_user set is_active = false where id = $1', [id]);
  expect(await open(token)).toEqual([401, 401, 401, 401]);
  await server.pool.query('update users_user set is_active = true where id = $1', [id]);
});

test('the branding and the country codes for phone numbers need no sign-in', async () => {
  const { json } = await server.browser().get('/api/v1/settings/public/open/');
  const { INTERFACE, COUNTRY_CALLING_CODES } = json as {
    INTERFACE: object;
    COUNTRY_CALLING_CODES: { name: string; value: string }[];
  };
  expect(INTERFACE).toEqual({
    ...{ logo_logout: '/static/mark.svg', logo_index: '/static/mark.svg', favicon: '/static/mark.svg' },
    ...{ login_image: '/static/arches.svg', login_title: 'Gatehouse', theme: expect.any(String) },
    ...{ theme_info: {}, footer_content: '' },
  });
  expect(COUNTRY_CALLING_CODES.map(({ name, value }) => `${name.split('(')[0]} ${value}`)).toEqual([
    ...['China +86', 'HongKong +852', 'Macao +853', 'Taiwan +886', 'America +1', 'Russia +7'],
    ...['France +33', 'Britain +44', 'Germany +49', 'Japan +81', 'Korea +82', 'India +91'],
  ]);
  for (const { name } of COUNTRY_CALLING_CODES) expect(name).toMatch(/^\w+\(.+\)$/);
  const { CURRENT_TIME } = (await user.get('/api/v1/settings/server-info/')).json as { CURRENT_TIME: string };
  expect(CURRENT_TIME).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}$/);
  const logo = await server.browser().get('/api/v1/settings/logo/');
  expect(logo.raw.headers['cache-control']).toBe('public, max-age=300');
});

test('no public key is stored while keys are switched off, and a directory user keeps the password', async () => {
  const { settings, db } = server.services;
  const set = async (value: boolean) => {
    await settings.set({ TERMINAL_PUBLIC_KEY_AUTH: value }, db);
    await settings.reload();
  };
  await set(false);
  const off = [400, { public_key: ['Signing in with SSH keys is switched off.'] }];
  for (const answer of [
    await user.patch(url, { public_key: key }),
    await user.put(`${url}public-key/`, { public_key: key }),
  ])
    expect([answer.status, answer.json]).toEqual(off);
  await set(true);
  expect((await user.patch(url, { public_key: 'ssh-rsa nonsense' })).json).toEqual({
    public_key: ['This is not a valid SSH public key.'],
  });
  await server.pool.query("update users_user set source = 'ldap' where id = $1", [id]);
  const entries = {
    old_password: 'x',
    new_password: 'Fresh-password-4',
    new_password_again: 'Fresh-password-4',
  };
  expect((await user.put(`${url}password/`, entries)).json).toEqual({
    old_password: ["This user's password is managed by an external identity source."],
  });
  await server.pool.query("update users_user set source = 'local' where id = $1", [id]);
});
