import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const at = (category: string) => `/api/v1/settings/setting/?category=${category}`;
const holding = (...permissions: string[]) => api.as({ permissions });
const security = () => holding('settings.change_security');

test('a request without a category is about the basic one, which those who may see settings read', async () => {
  const viewer = holding('settings.view_setting');
  expect((await viewer.get('/api/v1/settings/setting/')).json).toEqual((await viewer.get(at('basic'))).json);
  expect((await holding().get('/api/v1/settings/setting/')).status).toBe(403);
});

test('only superusers change the basic settings; the site and its guide then have the new addresses', async () => {
  const change = { SITE_URL: 'https://gate.example', USER_GUIDE_URL: 'https://gate.example/guide' };
  for (const method of ['put', 'patch'] as const)
    expect((await holding('settings.view_setting')[method](at('basic'), change)).status).toBe(403);
  const admin = api.as({ superuser: true });
  expect(await admin.put(at('basic'), {})).toMatchObject({
    status: 400,
    json: { SITE_URL: [expect.any(String)] },
  });
  expect((await admin.patch(at('basic'), change)).json).toMatchObject(change);
  expect(api.services.settings.get('SITE_URL')).toBe('https://gate.example');
  expect((await admin.patch(at('basic'), { USER_GUIDE_URL: null })).json).toMatchObject({
    USER_GUIDE_URL: null,
  });
});

test('the basic settings are saved without a site URL, which a whole update names all the same', async () => {
  const admin = api.as({ superuser: true });
  const basic = (await admin.get(at('basic'))).json as object;
  const saved = await admin.put(at('basic'), {
    ...basic,
    SITE_URL: '',
    HELP_SUPPORT_URL: 'https://help.example',
  });
  expect([saved.status, saved.json]).toMatchObject([200, { SITE_URL: '' }]);
  expect((await admin.patch(at('basic'), { SITE_URL: 'nowhere' })).status).toBe(400);
  expect(await admin.put(at('email'), { EMAIL_HOST: 'mail.example' })).toMatchObject({
    status: 400,
    json: { EMAIL_PORT: ['This field is required.'] },
  });
});

test('the MFA code stands on the sign-in page only while MFA is asked of all users', async () => {
  const change = async (values: object) => (await security().patch(at('security_auth'), values)).json;
  const [off, on] = [{ SECURITY_MFA_IN_LOGIN_PAGE: false }, { SECURITY_MFA_IN_LOGIN_PAGE: true }];
  for (const level of [0, 2]) expect(await change({ ...on, SECURITY_MFA_AUTH: level })).toMatchObject(off);
  expect(await change({ ...on, SECURITY_MFA_AUTH: 1 })).toMatchObject(on);
  expect(await change({ SECURITY_MFA_AUTH: 2 })).toMatchObject(off);
  expect(api.services.settings.get('SECURITY_MFA_IN_LOGIN_PAGE')).toBe(false);
  await change({ SECURITY_MFA_AUTH: 0 });
});

test('the global organization does not take the name of another', async () => {
  const admin = api.as({ superuser: true });
  const { rows } = await api.pool.query('select name from orgs_organization limit 1');
  expect(await admin.patch(at('basic'), { GLOBAL_ORG_DISPLAY_NAME: rows[0].name })).toMatchObject({
    status: 400,
    json: { GLOBAL_ORG_DISPLAY_NAME: ['This value is already taken.'] },
  });
  for (const name of ['Head office', ''])
    expect((await admin.patch(at('basic'), { GLOBAL_ORG_DISPLAY_NAME: name })).status).toBe(200);
});

test('settings of security are read and changed together and by part, and take effect', async () => {
  const changed = await security().patch(at('security'), {
    SECURITY_PASSWORD_MIN_LENGTH: 12,
    SECURITY_LOGIN_LIMIT_COUNT: 4,
  });
  expect(changed.json).toMatchObject({ SECURITY_PASSWORD_MIN_LENGTH: 12, SECURITY_LOGIN_LIMIT_COUNT: 4 });
  expect((await security().get(at('security_password'))).json).toMatchObject({
    SECURITY_PASSWORD_MIN_LENGTH: 12,
  });
  expect((await security().get(at('security_login_limit'))).json).toMatchObject({
    SECURITY_LOGIN_LIMIT_COUNT: 4,
  });
  const refused = await api.as({ superuser: true }).post('/api/v1/users/users/', {
    ...{ name: 'Short', username: 'short', email: 'short@example.com', password_strategy: 'custom' },
    password: 'Short-1-pass'.slice(0, 11),
  });
  expect(refused).toMatchObject({ status: 400, json: { password: [expect.stringContaining('12')] } });
  const bounds = await security().patch(at('security_password'), { SECURITY_PASSWORD_MIN_LENGTH: 5 });
  expect(bounds).toMatchObject({ status: 400, json: { SECURITY_PASSWORD_MIN_LENGTH: [expect.any(String)] } });
});

const atLeast: [least: number, category: string, names: string[]][] = [
  [1, 'security_session', ['SECURITY_MAX_IDLE_TIME', 'SECURITY_MAX_SESSION_TIME']],
  [1, 'security_password', ['SECURITY_PASSWORD_EXPIRATION_TIME']],
  [1, 'clean', ['LOGIN_LOG_KEEP_DAYS', 'TASK_LOG_KEEP_DAYS', 'TERMINAL_SESSION_KEEP_DURATION']],
  [3, 'security_login_limit', ['SECURITY_LOGIN_LIMIT_COUNT', 'SECURITY_LOGIN_IP_LIMIT_COUNT']],
  [5, 'security_login_limit', ['SECURITY_LOGIN_LIMIT_TIME', 'SECURITY_LOGIN_IP_LIMIT_TIME']],
  [5, 'security_auth', ['SECURITY_MFA_VERIFY_TTL']],
  [6, 'security_password', ['SECURITY_PASSWORD_MIN_LENGTH', 'SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH']],
];
test.each(atLeast)('B-5-015 %i is the least that %s accepts of %j', async (least, category, names) => {
  const admin = api.as({ superuser: true });
  const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
  const before = (await admin.get(at(category))).json as Record<string, unknown>;
  const below = await admin.patch(at(category), all(least - 1));
  expect([below.status, below.json]).toEqual([400, all([`Enter ${least} or more.`])]);
  const { actions } = (await admin.options(at(category))).json as OptionsBody;
  for (const name of names) expect(actions?.PATCH?.[name]).toMatchObject({ min_value: least });
  const accepted = await admin.patch(at(category), all(least));
  expect([accepted.status, accepted.json]).toMatchObject([200, all(least)]);
  const back = Object.fromEntries(names.map((name) => [name, before[name]]));
  expect((await admin.patch(at(category), back)).status).toBe(200);
});

test('a setting read in two categories is stored once and named in the log as in its own', async () => {
  const auth = holding('settings.change_auth');
  await auth.patch(at('ldap'), { AUTH_LDAP: true });
  expect((await auth.get(at('auth'))).json).toMatchObject({ AUTH_LDAP: true });
  const { rows } = await api.pool.query(
    'select resource_key, diff from audits_operatelog order by datetime desc limit 1',
  );
  expect(rows[0]).toMatchObject({ resource_key: 'panels.ldap', diff: { LDAP: ['false', 'true'] } });
  const stored = await api.pool.query("select category from settings_setting where name = 'AUTH_LDAP'");
  expect(stored.rows).toEqual([{ category: 'auth' }]);
});

test('secrets of every category are sealed and never sent; a changed address clears them', async () => {
  const auth = holding('settings.change_auth');
  const changed = await auth.patch(at('ldap'), {
    AUTH_LDAP_SERVER_URI: 'ldap://one',
    AUTH_LDAP_BIND_PASSWORD: 'bind-pass',
  });
  expect(JSON.stringify(changed.json)).not.toContain('bind-pass');
  const { rows } = await api.pool.query(
    "select value::text, encrypted from settings_setting where name = 'AUTH_LDAP_BIND_PASSWORD'",
  );
  expect(rows[0].encrypted).toBe(1);
  expect(rows[0].value).not.toContain('bind-pass');
  for (const kept of ['', null]) await auth.patch(at('ldap'), { AUTH_LDAP_BIND_PASSWORD: kept });
  expect(api.services.settings.all()).toMatchObject({ AUTH_LDAP_BIND_PASSWORD: 'bind-pass' });
  await auth.patch(at('ldap'), { AUTH_LDAP_SERVER_URI: 'ldap://two' });
  expect(api.services.settings.all()).toMatchObject({ AUTH_LDAP_BIND_PASSWORD: '' });
});

test('maps of attributes, objects and lists are in the log as they are; parameters of a service are masked', async () => {
  const auth = holding('settings.change_auth');
  const map = { username: 'uid', name: 'cn', email: 'mail' };
  await auth.patch(at('ldap'), { AUTH_LDAP_USER_ATTR_MAP: map });
  const latest = async () =>
    (await api.pool.query('select diff::text from audits_operatelog order by datetime desc limit 1')).rows[0]
      .diff;
  expect(await latest()).toContain('uid');
  await api.as({ superuser: true }).patch(at('custom'), {
    CUSTOM_SMS_API_PARAMS: { key: 'k-123', to: '{phone_numbers}', text: '{code}' },
  });
  expect(await latest()).not.toContain('k-123');
  expect(await latest()).toContain('******');
});

test.each([
  ['ldap', 'AUTH_LDAP_USER_ATTR_MAP', { name: 'cn' }],
  ['oidc', 'AUTH_OPENID_USER_ATTR_MAP', { name: 'name' }],
  ['oauth2', 'AUTH_OAUTH2_USER_ATTR_MAP', { username: '' }],
  ['cas', 'CAS_RENAME_ATTRIBUTES', { username: 'cas:user' }],
  ['saml2', 'SAML2_RENAME_ATTRIBUTES', { uid: 'name' }],
  ['ldap', 'AUTH_LDAP_USER_ATTR_MAP', { username: '  ' }],
])('B-5-013 the map of %s needs a username', async (category, name, value) => {
  const answer = await holding('settings.change_auth').patch(at(category), { [name]: value });
  expect(answer).toMatchObject({ status: 400, json: { [name]: [expect.stringContaining('username')] } });
});

test.each([
  ['cas', 'CAS_RENAME_ATTRIBUTES', { 'cas:user': 'username' }],
  ['oidc', 'AUTH_OPENID_USER_ATTR_MAP', { username: 'preferred_username' }],
])('a map of %s with a username is stored', async (category, name, value) => {
  const answer = await holding('settings.change_auth').patch(at(category), { [name]: value });
  expect(answer).toMatchObject({ status: 200, json: { [name]: value } });
});

test.each([
  [
    'ldap',
    'AUTH_LDAP_USER_ATTR_MAP',
    '  { "username ": " uid ", "name": "cn" }\n',
    { username: 'uid', name: 'cn' },
  ],
  ['cas', 'CAS_RENAME_ATTRIBUTES', { ' cas:user': 'username ' }, { 'cas:user': 'username' }],
])('B-5-013 spaces in and around the map of %s are trimmed', async (category, name, value, stored) => {
  const answer = await holding('settings.change_auth').patch(at(category), { [name]: value });
  expect(answer).toMatchObject({ status: 200, json: { [name]: stored } });
});

test.each([
  ['custom', 'CUSTOM_SMS_API_PARAMS', { text: '{code}' }, 'phone_numbers'],
  ['custom', 'CUSTOM_SMS_API_PARAMS', { to: '{phone_numbers}' }, 'code'],
  ['cmpp2', 'CMPP2_VERIFY_TEMPLATE_CODE', 'Your number', 'code'],
])('a text message of %s must have room for what is sent: %s', async (category, name, value, missing) => {
  const answer = await api.as({ superuser: true }).patch(at(category), { [name]: value });
  expect(answer).toMatchObject({
    status: 400,
    json: { [name]: [`The text must contain "${missing}".`] },
  });
});

test('every change of the announcement gives it a new id, so that browsers show it again', async () => {
  const editor = holding('settings.change_announcement');
  const body = { ANNOUNCEMENT: { SUBJECT: 'Works', CONTENT: 'Tonight', LINK: '' } };
  const idAfter = async () =>
    ((await editor.patch(at('announcement'), body)).json as { ANNOUNCEMENT: { ID: string } }).ANNOUNCEMENT.ID;
  const first = await idAfter();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idAfter()).not.toBe(first);
});

test('a phone number is cleared by an empty value', async () => {
  const sms = api.as({ superuser: true });
  expect((await sms.patch(at('custom_file'), { SMS_TEST_PHONE: '+8613800000000' })).json).toEqual({
    SMS_TEST_PHONE: { code: '+86', phone: 13_800_000_000 },
  });
  expect((await sms.patch(at('alibaba'), { SMS_TEST_PHONE: '' })).json).toMatchObject({
    SMS_TEST_PHONE: null,
  });
});

test.each([
  ['sms', 'settings.change_sms'],
  ['keycloak', 'settings.change_auth'],
  ['passkey', 'settings.change_auth'],
  ['terminal', 'settings.change_terminal'],
  ['clean', 'settings.change_clean'],
  ['other', 'settings.change_other'],
])('the category %s is open to holders of %s only', async (category, permission) => {
  expect((await holding(permission).get(at(category))).status).toBe(200);
  expect((await holding('settings.view_setting').get(at(category))).status).toBe(403);
  expect((await holding('settings.view_setting').patch(at(category), {})).status).toBe(403);
});
