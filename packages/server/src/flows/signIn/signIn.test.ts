import { afterAll, beforeAll, expect, test } from 'vitest';
// The page's own script encrypts, so the test covers both sides.
import { encryptValue } from '../../../public/clientCipher.js';
import { adminPassword, startServer } from '../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer();
  await server.settleAdmin();
});
afterAll(() => server.stop());

const lastLog = async () =>
  (
    await server.pool.query(
      'select username, type, ip, user_agent, reason, backend, status from audits_userloginlog order by datetime desc limit 1',
    )
  ).rows[0];
const addUser = async (username: string, password: string, more: object = {}) => {
  const admin = await server.admin();
  const made = await admin.post('/api/v1/users/users/', {
    name: username,
    username,
    email: `${username}@example.com`,
    password_strategy: 'custom',
    password,
    ...more,
  });
  expect(made.status, made.text).toBe(201);
  return { admin, id: (made.json as { id: string }).id };
};

test('the root leads to the sign-in page, and to the console once signed in', async () => {
  const browser = server.browser();
  expect((await browser.get('/')).location).toBe('/core/auth/login/');
  expect((await browser.get('/api/v1/users/profile/')).status).toBe(401);
  const answer = await browser.signIn('admin', adminPassword);
  expect([answer.status, answer.location]).toEqual([303, '/ui/']);
  expect((await browser.get('/')).location).toBe('/ui/');
  expect((await browser.get('/core/auth/login/')).status).toBe(303);
  expect(await lastLog()).toEqual({
    username: 'Administrator(admin)',
    type: 'W',
    ip: '10.1.1.1',
    user_agent: 'Mozilla/5.0 (tests)',
    reason: '',
    backend: 'password',
    status: true,
  });
});

test("the page uses the cookie's language and sets the browser's cookies", async () => {
  const browser = server.browser();
  expect((await browser.get('/core/i18n/ja/')).status).toBe(303);
  const page = await browser.get('/core/auth/login/');
  expect(page.text).toContain('<html lang="ja">');
  expect(page.text).toContain('ログイン');
  expect([...browser.cookies.keys()].sort()).toEqual([
    'SESSION_COOKIE_NAME_PREFIX',
    'django_language',
    'jms_csrftoken',
    'jms_public_key',
  ]);
  expect(page.raw.headers['cache-control']).toBe('no-store');
  expect(page.text).not.toMatch(/<script>|onclick|style="/);
});

test('A-5-007 a password encrypted by the page is decrypted', async () => {
  const browser = server.browser();
  await browser.get('/core/auth/login/');
  const sent = encryptValue(adminPassword, browser.cookies.get('jms_public_key') ?? '');
  expect(sent).toMatch(/^[\w+/=]{344}:[\w+/=]+$/);
  expect((await browser.signIn('admin', sent)).location).toBe('/ui/');
});

test('text that only looks encrypted is not accepted as a password', async () => {
  const browser = server.browser();
  const answer = await browser.signIn('admin', `${'A'.repeat(344)}:${'A'.repeat(24)}`);
  expect(answer.status).toBe(401);
  expect((await lastLog()).reason).toBe('password_failed');
  const junk = Buffer.alloc(256, 1).toString('base64');
  expect((await browser.signIn('admin', `${junk}:${Buffer.alloc(16).toString('base64')}`)).status).toBe(401);
  expect((await lastLog()).reason).toBe('password_decrypt_failed');
});

test('the cookie of a web session is hidden from scripts, and persistent only on request', async () => {
  const browser = server.browser();
  const kept = await browser.signIn('admin', adminPassword);
  const cookie = kept.raw.cookies.find(({ name }) => name === 'jms_sessionid');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 86_400 });
  const other = server.browser();
  const brief = await other.signIn('admin', adminPassword, { auto_login: '' });
  expect(brief.raw.cookies.find(({ name }) => name === 'jms_sessionid')?.maxAge).toBeUndefined();
});

test('the parameter next is followed, but never to another host', async () => {
  const outcome = async (next: string) =>
    (await server.browser().signIn('admin', adminPassword, { next })).location;
  expect(await outcome('/luna/?oid=x#y')).toBe('/luna/?oid=x#y');
  for (const next of [
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])
    expect(await outcome(next)).toBe('/ui/');
});

test('a form sent from another site signs no user in', async () => {
  const browser = server.browser();
  await browser.get('/core/auth/login/');
  const answer = await browser.form('/core/auth/login/', { username: 'admin', password: adminPassword });
  expect(answer.location).toContain('csrf_failure=1');
  expect(browser.cookies.has('jms_sessionid')).toBe(false);
});

test('A-7-002 a changing request needs the CSRF token of its web session', async () => {
  const browser = await server.admin();
  const body = { name: 'csrf' };
  expect((await browser.post('/api/v1/assets/domains/', body)).status).toBe(201);
  const refused = await browser.post('/api/v1/assets/domains/', body, { 'x-csrftoken': 'other' });
  expect(refused.status).toBe(403);
  expect(refused.json).toMatchObject({ code: 'permission_denied' });
  expect((refused.json as { detail: string }).detail).toMatch(/^CSRF Failed/);
  // A token of another web session does not match, even when cookie and header agree.
  const foreign = server.services.csrf.make('another session');
  browser.cookies.set('jms_csrftoken', foreign);
  expect((await browser.post('/api/v1/assets/domains/', body)).status).toBe(403);
});

test('the answer to a wrong password says how many attempts are left, even for an unknown name', async () => {
  const texts = await Promise.all(
    ['admin', 'nobody-at-all'].map(
      async (username) => (await server.browser('10.2.0.1').signIn(username, 'wrong')).text,
    ),
  );
  for (const text of texts) {
    expect(text).toContain('6 attempts left before this account is locked for 30 min');
    expect(text).toContain('aria-invalid="true"');
  }
});

test('B-9-026 a username is locked after the configured limit at that address only, until an administrator unlocks it', async () => {
  await addUser('locked', 'Right-password-1');
  const attacker = server.browser('10.3.0.1');
  for (let round = 1; round < 7; round += 1)
    expect((await attacker.signIn('locked', 'wrong')).status).toBe(401);
  expect((await attacker.signIn('locked', 'wrong')).text).toContain('this account is locked');
  const owner = server.browser('10.3.0.2');
  expect((await owner.signIn('locked', 'Right-password-1')).status).toBe(303);
  expect((await attacker.signIn('locked', 'Right-password-1')).text).toContain('this account is locked');
  expect((await lastLog()).reason).toBe('login_blocked');
  const admin = await server.admin();
  const found = (await admin.get('/api/v1/users/users/?username=locked')).json as {
    id: string;
    login_blocked: boolean;
  }[];
  expect(found[0]?.login_blocked).toBe(true);
  const freed = await admin.patch(`/api/v1/users/users/${found[0]?.id}/unblock/`);
  expect(freed.json).toMatchObject({ login_blocked: false });
  expect((await attacker.signIn('locked', 'Right-password-1')).status).toBe(303);
});

test('concurrent attempts do not exceed the limit', async () => {
  await addUser('hurried', 'Right-password-1');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => server.browser('10.4.0.1').signIn('hurried', `wrong-${index}`)),
  );
  expect(answers.every(({ status }) => status === 401)).toBe(true);
  const { rows } = await server.pool.query(
    "select count(*)::int as judged from audits_userloginlog where username = 'hurried' and reason = 'password_failed'",
  );
  expect(rows[0].judged).toBeLessThanOrEqual(7);
});

test('an expired or inactive user is told so, but only with the right password', async () => {
  const { admin, id } = await addUser('resting', 'Right-password-1');
  await admin.patch(`/api/v1/users/users/${id}/`, { is_active: false });
  expect((await server.browser().signIn('resting', 'Right-password-1')).text).toContain('disabled');
  expect((await server.browser().signIn('resting', 'wrong')).text).toContain('Username or password is wrong');
  await admin.patch(`/api/v1/users/users/${id}/`, {
    is_active: true,
    date_expired: '2020/01/01 00:00:00 +0000',
  });
  expect((await server.browser().signIn('resting', 'Right-password-1')).text).toContain('expired');
  expect((await lastLog()).reason).toBe('user_expired');
});

test('a disabled user is signed out at once', async () => {
  const { admin, id } = await addUser('leaving', 'Right-password-1');
  const browser = await server.browserOf('leaving', 'Right-password-1');
  expect((await browser.get('/api/v1/users/profile/')).status).toBe(200);
  await admin.patch(`/api/v1/users/users/${id}/`, { is_active: false });
  expect((await browser.get('/api/v1/users/profile/')).status).toBe(401);
});

test('a user who must change the password cannot continue without doing so', async () => {
  await addUser('newcomer', 'Given-password-1', { need_update_password: true });
  const browser = server.browser();
  const sentOn = await browser.signIn('newcomer', 'Given-password-1', { next: '/luna/' });
  expect(sentOn.location).toMatch(/^\/core\/auth\/password\/reset\/\?token=.+&next=%2Fluna%2F$/);
  expect(browser.cookies.has('jms_sessionid')).toBe(false);
  const page = await browser.get(sentOn.location);
  expect(page.text).toContain('data-rule="min" data-value="6"');
  const submit = (new_password: string, confirm_password = new_password) =>
    browser.form('/core/auth/password/reset/', {
      csrf_token: browser.hidden(page, 'csrf_token'),
      token: browser.hidden(page, 'token'),
      next: browser.hidden(page, 'next'),
      new_password,
      confirm_password,
    });
  expect((await submit('short')).text).toContain('Use at least 6 characters');
  expect((await submit('Given-password-1')).text).toContain('used recently');
  expect((await submit('Own-password-22', 'Own-password-23')).text).toContain('The two entries do not match');
  const done = await submit('Own-password-22');
  expect([done.status, done.location]).toEqual([303, '/luna/']);
  expect((await browser.get('/api/v1/users/profile/')).json).toMatchObject({ need_update_password: false });
  // The link works once.
  expect((await submit('Own-password-33')).location).toContain('link_over');
  expect((await server.browser().signIn('newcomer', 'Given-password-1')).status).toBe(401);
  const { rows } = await server.pool.query(
    'select "user", change_by from audits_passwordchangelog where "user" like \'newcomer%\' order by datetime desc limit 1',
  );
  expect(rows[0]).toEqual({ user: 'newcomer(newcomer)', change_by: 'newcomer(newcomer)' });
});

test('A-4.3-003 A-7-013 A-7-014 both ways to sign out end the web session for good', async () => {
  const browser = await server.admin();
  const secret = browser.cookies.get('jms_sessionid') as string;
  expect((await browser.post('/vue-admin-template/user/logout')).status).toBe(200);
  browser.cookies.set('jms_sessionid', secret);
  expect((await browser.get('/api/v1/users/profile/')).status).toBe(401);
  const second = await server.admin();
  const left = await second.signOut('/ui/console/users');
  expect(left.location).toBe('/core/auth/login/?next=%2Fui%2Fconsole%2Fusers');
  expect((await second.get('/api/v1/users/profile/')).status).toBe(401);
  const third = await server.admin();
  expect((await third.signOut()).location).toBe('/core/auth/login/?signed_out=1');
});

test('a web session is extended by requests, but not by those that check whether it is alive', async () => {
  const browser = await server.admin();
  const age = async (interval: string) => {
    await server.pool.query(`update system_session set expires_at = now() + interval '${interval}'`);
  };
  const left = async () =>
    (
      await server.pool.query(
        'select round(extract(epoch from max(expires_at) - now()))::int as seconds from system_session',
      )
    ).rows[0].seconds as number;
  await age('1 hour');
  await browser.get('/api/v1/users/profile/');
  await browser.get('/api/v1/authentication/user-session/');
  expect(await left()).toBeLessThanOrEqual(3600);
  const answer = await browser.get('/api/v1/orgs/orgs/current/');
  expect(await left()).toBeGreaterThan(86_000);
  expect(answer.raw.cookies.some(({ name }) => name === 'jms_sessionid')).toBe(true);
  await age('-1 second');
  expect((await browser.get('/api/v1/users/profile/')).status).toBe(401);
});

test('A-4.1-004 A-7-012 closing the last tab does not end a web session that may outlive the browser', async () => {
  const browser = await server.admin();
  expect((await browser.get('/api/v1/authentication/user-session/')).status).toBe(200);
  expect((await browser.delete('/api/v1/authentication/user-session/')).status).toBe(204);
  expect((await browser.get('/api/v1/users/profile/')).status).toBe(200);
  const nobody = server.browser();
  expect((await nobody.get('/api/v1/authentication/user-session/')).status).toBe(200);
  expect((await nobody.delete('/api/v1/authentication/user-session/')).status).toBe(200);
});

test('the database does not contain the cookies of web sessions', async () => {
  const browser = await server.admin();
  const { rows } = await server.pool.query('select * from system_session');
  expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('jms_sessionid'));
});

test('a browser with a very long user agent can sign in, and the log cuts the user agent', async () => {
  const long = { 'user-agent': 'Mozilla/5.0 '.padEnd(8_000, 'x') };
  const facts = { username: 'admin', password: 'Known-password-1' };
  const made = await server.browser().post('/api/v1/authentication/auth/', facts, long);
  expect(made.status, made.text).toBe(201);
  const { rows } = await server.pool.query(
    'select length(user_agent) as length from audits_userloginlog order by datetime desc limit 1',
  );
  expect(rows).toEqual([{ length: 512 }]);
});
