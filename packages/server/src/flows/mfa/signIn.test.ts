import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { enrol, password, postForm, startWithPeople, type WithPeople } from '../../../test/mfa.ts';
import { adminPassword, type Browser } from '../../../test/signedIn.ts';
import { totpCode } from '../../../test/totpCode.ts';

let server: WithPeople['server'];
let people: WithPeople['people'];
let admin: WithPeople['admin'];
beforeAll(async () => {
  ({ server, people, admin } = await startWithPeople());
});
afterEach(() => people.set({ SECURITY_MFA_AUTH: 0, SECURITY_MFA_IN_LOGIN_PAGE: false }));
afterAll(() => server.stop());

const mfaUrl = '/core/auth/login/mfa/';
const guardUrl = '/core/auth/login/guard/';
const profileUrl = '/api/v1/users/profile/';

test('after the password the guard asks for the MFA code and then leads to the requested page', async () => {
  const { secret } = await people.addBound(admin, 'ann');
  const browser = server.browser();
  const first = await browser.signIn('ann', password, { next: '/luna/?a=b' });
  expect([first.status, first.location]).toEqual([303, `${guardUrl}?next=%2Fluna%2F%3Fa%3Db`]);
  expect((await browser.get(first.location)).location).toBe(mfaUrl);
  const page = await browser.get(mfaUrl);
  expect(page.text).toMatch(/name="code"[^>]*autocomplete="one-time-code"/);
  expect(page.text).not.toMatch(/<script>|onclick|style="/);
  const pendingCookie = browser.cookies.get('jms_sessionid');
  const done = await postForm(browser, mfaUrl, { code: await people.nextCode('ann', secret) });
  expect([done.status, done.location]).toEqual([303, '/luna/?a=b']);
  expect(browser.cookies.get('jms_sessionid')).not.toBe(pendingCookie);
  expect((await browser.get(profileUrl)).json).toMatchObject({ username: 'ann', mfa_enabled: true });
  expect(await people.log('ann')).toEqual([{ mfa: 1, reason: '', status: true, backend: 'password' }]);
});

test('an MFA code opens only one sign-in, and older codes no longer work', async () => {
  const { secret } = await people.addBound(admin, 'once');
  const [first, second] = [server.browser(), server.browser()];
  for (const browser of [first, second]) await browser.signIn('once', password);
  const code = await people.nextCode('once', secret);
  expect((await postForm(first, mfaUrl, { code })).status).toBe(303);
  for (const used of [code, totpCode(secret, -1)]) {
    const repeated = await postForm(second, mfaUrl, { code: used });
    expect([repeated.status, repeated.text]).toEqual([
      401,
      expect.stringContaining('wrong or was used before'),
    ]);
  }
  expect(await people.log('once')).toEqual([
    { mfa: 1, reason: 'mfa_failed', status: false, backend: 'password' },
  ]);
  expect((await postForm(second, mfaUrl, { code: totpCode(secret, 1) })).status).toBe(303);
});

test('of two servers that get the same MFA code at once, one accepts it', async () => {
  const { id, secret } = await people.addBound(admin, 'raced');
  const { createCheckCode } = await import('./checkCode.ts');
  const deps = { ...server.services, smsCodes: { take: async () => false } };
  const checks = [createCheckCode(deps), createCheckCode(deps)];
  const code = await people.nextCode('raced', secret);
  const outcomes = await Promise.all(
    checks.map((check) => check({ id, username: 'raced' }, code, '10.1.1.1')),
  );
  expect(outcomes.filter((refusal) => refusal === undefined)).toHaveLength(1);
});

test('a sign-in between password and MFA code opens no page and no API', async () => {
  await people.addBound(admin, 'halfway');
  const browser = server.browser();
  await browser.signIn('halfway', password);
  expect(browser.cookies.has('jms_sessionid')).toBe(true);
  for (const url of [
    profileUrl,
    '/api/v1/users/users/',
    '/api/v1/perms/users/self/assets/',
    '/api/v1/settings/public/',
    '/api/v1/authentication/confirm/',
  ])
    expect([url, (await browser.get(url)).status]).toEqual([url, 401]);
  expect((await browser.post('/api/v1/authentication/access-keys/', {})).status).toBe(401);
  expect((await browser.patch(profileUrl, { mfa_level: 0 })).status).toBe(401);
  expect((await browser.get('/')).location).toBe('/core/auth/login/');
  for (const url of ['/core/auth/profile/mfa/', '/core/auth/profile/otp/disable/'])
    expect((await browser.get(url)).location).toContain('/core/auth/login/?next=');
  // With an app, the password alone cannot set up another one.
  for (const step of ['start', 'install-app', 'bind'])
    expect((await browser.get(`${enrol}${step}/`)).location).toBe(guardUrl);
});

test('too many wrong MFA codes lock the username, and the administrator unlocks it', async () => {
  const { id, secret } = await people.addBound(admin, 'guesser');
  const browser = server.browser();
  await browser.signIn('guesser', password);
  const wrong = async () => (await postForm(browser, mfaUrl, { code: '000000' })).text;
  for (let left = 6; left > 1; left -= 1) expect(await wrong()).toContain(`${left} attempts left`);
  expect(await wrong()).toContain('one attempt left');
  expect(await wrong()).toContain('this account is locked');
  const code = await people.nextCode('guesser', secret);
  expect((await postForm(browser, mfaUrl, { code })).text).toContain('this account is locked');
  expect(await people.log('guesser')).toMatchObject([{ reason: 'login_blocked', mfa: 1 }]);
  expect((await admin.get(`/api/v1/users/users/${id}/`)).json).toMatchObject({ login_blocked: true });
  expect((await admin.patch(`/api/v1/users/users/${id}/unblock/`)).json).toMatchObject({
    login_blocked: false,
  });
  expect((await postForm(browser, mfaUrl, { code })).status).toBe(303);
});

test('with MFA forced, the first sign-in leads to setting up an authenticator app, and nowhere else', async () => {
  await people.addUser(admin, 'forced', { mfa_level: 2 });
  const browser = server.browser();
  const first = await browser.signIn('forced', password);
  expect((await browser.get(first.location)).location).toBe(`${enrol}start/`);
  expect((await browser.get(mfaUrl)).location).toBe(`${enrol}start/`);
  expect(await people.log('forced')).toEqual([
    { mfa: 1, reason: 'mfa_unset', status: false, backend: 'password' },
  ]);
  expect((await browser.get(profileUrl)).status).toBe(401);
  expect((await browser.get(`${enrol}start/`)).location).toBe(`${enrol}install-app/`);
  expect((await browser.get(`${enrol}install-app/`)).text).toContain(`${enrol}bind/`);
  const page = await browser.get(`${enrol}bind/`);
  expect(page.text).toContain('<svg');
  const wrong = await postForm(browser, `${enrol}bind/`, { otp_code: '12345' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('does not match')]);
  const secret = await people.bind(browser);
  expect(page.text.replaceAll(' ', '')).toContain(secret);
  expect((await browser.get(profileUrl)).status).toBe(401);
  // The code used for the setup cannot be used again.
  const second = server.browser();
  await second.signIn('forced', password);
  expect((await postForm(second, mfaUrl, { code: people.setUpCode(secret) })).status).toBe(401);
  await people.signIn('forced', secret);
});

test('the setting forces MFA on all users, or only on administrators', async () => {
  await people.addUser(admin, 'plain');
  const orgAdmin = builtinRoles.orgAdmin.id;
  const bossId = await people.addUser(admin, 'boss', { org_roles: [orgAdmin] });
  const systemAdmin = builtinRoles.systemAdmin.id;
  const { secret } = await people.addBound(admin, 'chief', { system_roles: [systemAdmin] });
  const chief = await people.signIn('chief', secret);
  const leadsTo = async (username: string) => (await server.browser().signIn(username, password)).location;
  const facts = async () => (await chief.get(`/api/v1/users/users/${bossId}/`)).json;
  expect([await leadsTo('plain'), await leadsTo('boss')]).toEqual(['/ui/', '/ui/']);
  expect(await facts()).toMatchObject({ mfa_enabled: false, mfa_force_enabled: false });
  await people.set({ SECURITY_MFA_AUTH: 2 });
  expect([await leadsTo('plain'), await leadsTo('boss')]).toEqual(['/ui/', guardUrl]);
  expect(await facts()).toMatchObject({ mfa_enabled: true, mfa_force_enabled: true });
  await people.set({ SECURITY_MFA_AUTH: 1 });
  expect([await leadsTo('plain'), await leadsTo('boss')]).toEqual([guardUrl, guardUrl]);
});

test('the sign-in page asks for an MFA code if the setting says so', async () => {
  const { secret } = await people.addBound(admin, 'quick');
  expect((await server.browser().get('/core/auth/login/')).text).not.toContain('name="code"');
  // Not while MFA is not asked of all users.
  for (const level of [0, 2] as const) {
    await people.set({ SECURITY_MFA_IN_LOGIN_PAGE: true, SECURITY_MFA_AUTH: level });
    expect((await server.browser().get('/core/auth/login/')).text).not.toContain('name="code"');
  }
  await people.set({ SECURITY_MFA_AUTH: 1 });
  const browser = server.browser();
  expect((await browser.get('/core/auth/login/')).text).toContain('name="code"');
  const wrong = await browser.signIn('quick', password, { code: '000000' });
  expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining('MFA code is wrong')]);
  expect(browser.cookies.has('jms_sessionid')).toBe(false);
  const code = await people.nextCode('quick', secret);
  expect((await browser.signIn('quick', password, { code })).location).toBe('/ui/');
  expect(await people.log('quick')).toMatchObject([{ mfa: 1, status: true }]);
  // Without a code, the page for codes follows; users without MFA set it up, whatever the code.
  expect((await server.browser().signIn('quick', password)).location).toBe(guardUrl);
  expect((await server.browser().signIn('admin', adminPassword, { code: '1' })).location).toBe(guardUrl);
});

test('a new password does not bypass the MFA code', async () => {
  const { id, secret } = await people.addBound(admin, 'renewed');
  await admin.patch(`/api/v1/users/users/${id}/`, { need_update_password: true });
  const browser = server.browser();
  const reset = await browser.signIn('renewed', password);
  const page = await browser.get(reset.location);
  const fields = { new_password: 'Another-password-2', confirm_password: 'Another-password-2' };
  const token = browser.hidden(page, 'token');
  const csrf_token = browser.hidden(page, 'csrf_token');
  const done = await browser.form('/core/auth/password/reset/', { ...fields, token, csrf_token });
  expect(done.location).toBe(guardUrl);
  expect((await browser.get(profileUrl)).status).toBe(401);
  const code = await people.nextCode('renewed', secret);
  expect((await postForm(browser, mfaUrl, { code })).location).toBe('/ui/');
});

test('a pending sign-in ends when its password is changed, its user is disabled or it is signed out', async () => {
  const { id } = await people.addBound(admin, 'stopped');
  const pending = async (known = password) => {
    const browser = server.browser();
    await browser.signIn('stopped', known);
    expect((await browser.get(mfaUrl)).status).toBe(200);
    return browser;
  };
  const gone = async (browser: Browser) =>
    expect((await browser.get(mfaUrl)).location).toBe('/core/auth/login/?link_over=1');
  const [first, second, third] = [await pending(), await pending(), await pending()];
  const cookie = first.cookies.get('jms_sessionid') ?? '';
  await first.signOut();
  first.cookies.set('jms_sessionid', cookie);
  await gone(first);
  await admin.patch(`/api/v1/users/users/${id}/password/`, { password: 'Another-password-2' });
  await gone(second);
  const fourth = await pending('Another-password-2');
  await admin.patch(`/api/v1/users/users/${id}/`, { is_active: false });
  for (const browser of [third, fourth]) await gone(browser);
});

test('forcing MFA ends web sessions and tokens obtained without an MFA code at once', async () => {
  const id = await people.addUser(admin, 'early');
  const browser = await server.browserOf('early', password);
  const auth = { username: 'early', password };
  const { token } = (await browser.post('/api/v1/authentication/auth/', auth)).json as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const withToken = () => server.app.inject({ method: 'GET', url: profileUrl, headers });
  const { secret } = await people.addBound(admin, 'careful');
  const careful = await people.signIn('careful', secret);
  const outcome = async () => [
    (await browser.get(profileUrl)).status,
    (await withToken()).statusCode,
    (await careful.get(profileUrl)).status,
  ];
  expect(await outcome()).toEqual([200, 200, 200]);
  await people.set({ SECURITY_MFA_AUTH: 1 });
  expect(await outcome()).toEqual([401, 401, 200]);
  await people.set({ SECURITY_MFA_AUTH: 0 });
  await admin.patch(`/api/v1/users/users/${id}/`, { mfa_level: 2 });
  expect(await outcome()).toEqual([401, 401, 200]);
  expect((await browser.get('/core/auth/login/')).status).toBe(200);
});
