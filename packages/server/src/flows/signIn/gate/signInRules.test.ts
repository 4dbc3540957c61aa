import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { estateOf } from '../../../../test/estate.ts';
import { password, startWithPeople, type WithPeople } from '../../../../test/mfa.ts';
import { adminPassword, type Browser } from '../../../../test/signedIn.ts';

let server: WithPeople['server'];
let people: WithPeople['people'];
let admin: WithPeople['admin'];
beforeAll(async () => {
  ({ server, people, admin } = await startWithPeople());
});
afterEach(async () => {
  await server.pool.query(
    "delete from settings_setting where name ~ '^(SECURITY|SESSION|ONLY|FORGOT|USER_LOGIN)'",
  );
  await server.services.settings.reload();
});
afterAll(() => server.stop());

const loginUrl = '/core/auth/login/';
const resetUrl = '/core/auth/password/reset/';
const change = (username: string, assignment: string) =>
  server.pool.query(`update users_user set ${assignment} where username = $1`, [username]);
const tryAs = async (username: string, secret = password, address?: string) => {
  const answer = await server.browser(address).signIn(username, secret);
  return answer.location || /role="alert">([^<]*)</.exec(answer.text)?.[1];
};
/** Sends the form for a new password as the page would. */
const choose = async (browser: Browser, link: string, chosen: string, more: Record<string, string> = {}) => {
  const page = await browser.get(link);
  return browser.form(resetUrl, {
    csrf_token: browser.hidden(page, 'csrf_token'),
    token: browser.hidden(page, 'token'),
    new_password: chosen,
    confirm_password: chosen,
    ...more,
  });
};

test('a local password expires after the configured days, a directory password never', async () => {
  await people.addUser(admin, 'dated');
  await people.set({ SECURITY_PASSWORD_EXPIRATION_TIME: 30 });
  await change('dated', "date_password_last_updated = now() - interval '29 days'");
  expect(await tryAs('dated')).toBe('/ui/');
  await change('dated', "date_password_last_updated = now() - interval '31 days'");
  const browser = server.browser();
  const { location } = await browser.signIn('dated', password);
  expect(location).toContain(`${resetUrl}?token=`);
  expect((await browser.get(location)).text).toContain('Your password has expired. Choose a new one.');
  await change('dated', "source = 'ldap', need_update_password = true");
  expect(await tryAs('dated')).toBe('/ui/');
  // A directory password cannot be changed here either.
  expect((await browser.get(location)).location).toBe(`${loginUrl}?link_over=1`);
});

test('directory users cannot sign in locally if a setting limits users to their own source', async () => {
  await people.addUser(admin, 'remote');
  await change('remote', "source = 'ldap'");
  expect(await tryAs('remote')).toBe('/ui/');
  await people.set({ ONLY_ALLOW_AUTH_FROM_SOURCE: true });
  expect(await tryAs('remote')).toBe('This account signs in through its own identity source.');
  expect(await people.log('remote')).toEqual([
    { mfa: 2, reason: 'only_local_users_are_allowed', status: false, backend: 'password' },
  ]);
  expect(await tryAs('admin', adminPassword)).toBe('/ui/');
});

test('a password with one extra character at the end is wrong, even at the maximum length', async () => {
  await people.addUser(admin, 'lengthy');
  const longest = 'x'.repeat(1024);
  await server.pool.query("update users_user set password_hash = $1 where username = 'lengthy'", [
    await server.services.passwords.hash(longest),
  ]);
  expect(await tryAs('lengthy', `${longest}x`)).toContain('Username or password is wrong');
  expect(await tryAs('lengthy', longest)).toBe('/ui/');
});

test('no user can sign in from an address on the black list', async () => {
  await people.set({ SECURITY_LOGIN_IP_BLACK_LIST: ['10.20.0.0/24'], SECURITY_LOGIN_IP_LIMIT_TIME: 12 });
  expect(await tryAs('admin', adminPassword, '10.20.0.7')).toBe(
    'Signing in from your address is blocked for now. Try again in 12 min.',
  );
  expect(await people.log('admin')).toMatchObject([{ reason: 'login_blocked', status: false }]);
  expect(await tryAs('admin', adminPassword, '10.20.1.7')).toBe('/ui/');
});

test('too many failed sign-ins block an address for every user, unless it is on the white list or a sign-in in between succeeds', async () => {
  await people.set({
    SECURITY_LOGIN_IP_LIMIT_COUNT: 3,
    SECURITY_LOGIN_IP_LIMIT_TIME: 20,
    SECURITY_LOGIN_IP_WHITE_LIST: ['10.21.2.0/24'],
  });
  const fail = async (address: string, times: number) => {
    for (let round = 0; round < times; round += 1) await tryAs(`guess-${round}`, 'wrong', address);
  };
  await fail('10.21.0.1', 2);
  expect(await tryAs('admin', adminPassword, '10.21.0.1')).toBe('/ui/');
  await fail('10.21.0.1', 2);
  expect(await tryAs('admin', adminPassword, '10.21.0.1')).toBe('/ui/');
  await fail('10.21.0.1', 3);
  expect(await tryAs('admin', adminPassword, '10.21.0.1')).toBe(
    'Signing in from your address is blocked for now. Try again in 20 min.',
  );
  expect(await tryAs('admin', adminPassword, '10.21.0.2')).toBe('/ui/');
  await fail('10.21.2.1', 4);
  expect(await tryAs('admin', adminPassword, '10.21.2.1')).toBe('/ui/');
  // A white list of all addresses exempts none.
  await people.set({ SECURITY_LOGIN_IP_WHITE_LIST: ['*'] });
  await fail('10.21.3.1', 3);
  expect(await tryAs('admin', adminPassword, '10.21.3.1')).toContain('from your address is blocked');
});

test('a successful sign-in resets the failed attempts of the username', async () => {
  await people.addUser(admin, 'clumsy');
  const left = async () => /(\d+) attempts left/.exec(String(await tryAs('clumsy', 'wrong')))?.[1];
  expect([await left(), await left()]).toEqual(['6', '5']);
  expect(await tryAs('clumsy')).toBe('/ui/');
  expect(await left()).toBe('6');
});

test('the sign-in page does not offer to keep web sessions that end with the browser', async () => {
  expect((await server.browser().get(loginUrl)).text).not.toContain('Forgot password?');
  await people.set({ SESSION_EXPIRE_AT_BROWSER_CLOSE: true, FORGOT_PASSWORD_URL: 'https://help.example/' });
  const browser = server.browser();
  const page = await browser.get(loginUrl);
  expect(page.text).not.toContain('name="auto_login"');
  expect(page.text).toContain('<a href="https://help.example/">Forgot password?</a>');
  const answer = await browser.signIn('admin', adminPassword);
  const cookie = answer.raw.cookies.find(({ name }) => name === 'jms_sessionid');
  expect(cookie).toMatchObject({ httpOnly: true });
  expect(cookie?.maxAge).toBeUndefined();
});

test('a new sign-in ends the other web sessions of the user if only one is allowed', async () => {
  await people.addUser(admin, 'single');
  const status = async (browser: Browser) => (await browser.get('/api/v1/users/profile/')).status;
  const [first, second] = [
    await server.browserOf('single', password),
    await server.browserOf('single', password),
  ];
  expect([await status(first), await status(second)]).toEqual([200, 200]);
  await people.set({ USER_LOGIN_SINGLE_MACHINE_ENABLED: true });
  const third = await server.browserOf('single', password);
  expect([await status(first), await status(second), await status(third)]).toEqual([401, 401, 200]);
});

test('the sign-in page keeps the address to go to next, even after an expired form or a wrong password', async () => {
  const browser = server.browser();
  const next = '/luna/?a=1';
  expect(browser.hidden(await browser.get(`${loginUrl}?next=%2Fluna%2F%3Fa%3D1`), 'next')).toBe(next);
  const lost = await browser.form(loginUrl, { username: 'admin', password: adminPassword, next });
  expect(lost.location).toBe(`${loginUrl}?csrf_failure=1&admin=1&next=%2Fluna%2F%3Fa%3D1`);
  expect((await browser.get(lost.location)).text).toContain('>The page expired. Sign in again.<');
  const wrong = await browser.signIn('admin', 'wrong', { next });
  expect(browser.hidden(wrong, 'next')).toBe(next);
  const signedIn = await browser.signIn(' admin ', adminPassword, { next });
  expect(signedIn.location).toBe(next);
  expect((await browser.get(`${loginUrl}?next=%2Fluna%2F%3Fa%3D1`)).location).toBe(next);
  const out = await browser.signOut();
  expect(out.location).toBe(`${loginUrl}?signed_out=1`);
  expect([...browser.cookies.keys()]).not.toContain('jms_sessionid');
  expect([...browser.cookies.keys()]).not.toContain('jms_csrftoken');
});

test('a pending sign-in needs no approval and can be cancelled', async () => {
  const status = '/api/v1/authentication/login-confirm-ticket/status/';
  const stranger = await server.browser().get(status);
  const none = {
    error: 'login_confirm_error',
    msg: 'There is no sign-in to verify. Start with your username and password.',
    data: { ticket_id: '', username: '' },
  };
  expect([stranger.status, stranger.json]).toEqual([200, none]);
  expect((await admin.get(status)).json).toEqual(none);
  await people.addBound(admin, 'waiting');
  const browser = server.browser();
  await browser.signIn('waiting', password);
  expect((await browser.get(status)).json).toEqual({ msg: 'ok' });
  const cookie = browser.cookies.get('jms_sessionid') ?? '';
  await browser.delete(status);
  browser.cookies.set('jms_sessionid', cookie);
  expect((await browser.get(status)).json).toEqual(none);
  await admin.delete(status);
  expect((await admin.get('/api/v1/users/profile/')).status).toBe(200);
});

test('a password reset link notifies the user and expires once used or replaced, or when the user is disabled or the email changes', async () => {
  const id = await people.addUser(admin, 'linked');
  const newLink = async () => {
    const { json } = await admin.patch(`/api/v1/users/users/${id}/password/reset/`, {});
    const { pathname, search } = new URL((json as { reset_url: string }).reset_url);
    return `${pathname}${search}`;
  };
  const browser = server.browser('10.22.0.1');
  const over = async (link: string) => (await browser.get(link)).location;
  const isOver = `${loginUrl}?link_over=1`;
  const link = await newLink();
  expect((await browser.get(link)).text).toContain('Choose a new password for your account.');
  expect((await choose(browser, link, 'New-password-22')).location).toBe(loginUrl);
  const { rows } = await server.pool.query(
    `select m.text from notifications_sitemessage m order by m.date_created desc limit 1`,
  );
  expect(JSON.stringify(rows)).toContain('10.22.0.1');
  expect([await over(link), await over(`${resetUrl}?token=other`), await over(resetUrl)]).toEqual([
    isOver,
    isOver,
    isOver,
  ]);
  const second = await newLink();
  expect(await over(second)).toBe('');
  await change('linked', 'is_active = false');
  expect(await over(second)).toBe(isOver);
  await change('linked', "is_active = true, email = 'elsewhere@example.com'");
  expect(await over(second)).toBe(isOver);
  const third = await newLink();
  expect(await over(third)).toBe('');
  await newLink();
  expect(await over(third)).toBe(isOver);
});

test('a password that cannot be decrypted is not stored', async () => {
  await people.addUser(admin, 'garbled', { need_update_password: true });
  const browser = server.browser();
  const { location } = await browser.signIn('garbled', password);
  const junk = `${Buffer.alloc(256, 1).toString('base64')}:${Buffer.alloc(16).toString('base64')}`;
  for (const field of ['new_password', 'confirm_password']) {
    const answer = await choose(browser, location, 'New-password-22', { [field]: junk });
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining('Reload the page and try again.'),
    ]);
  }
});

test('a user who has expired can set a new password but gets no web session', async () => {
  await people.addUser(admin, 'overdue', { need_update_password: true });
  const browser = server.browser();
  const { location } = await browser.signIn('overdue', password);
  await change('overdue', "date_expired = now() - interval '1 day'");
  expect((await choose(browser, location, 'New-password-22')).location).toBe(loginUrl);
  expect(browser.cookies.has('jms_sessionid')).toBe(false);
});

type Told = {
  decided_by: string | null;
  steps: { step: string; reason: string | null; settings: string[] }[];
  sign_in: { mfa: string | null; password: string | null; others: number | null };
  user: { date_expired: string | null };
};
const here = '10.1.1.1';
/** A user with a permission to connect, the explanation for this user, and the result of a real sign-in. */
const asked = async (username: string) => {
  const id = await people.addUser(admin, username);
  const web = await estateOf(server.pool).asset({ name: `web of ${username}`, address: '10.0.0.7' });
  const made = await admin.post('/api/v1/perms/asset-permissions/', {
    ...{ name: username, users: [id], assets: [web], accounts: ['@INPUT'], actions: ['connect'] },
  });
  expect(made.status, made.text).toBe(201);
  const told = async (): Promise<Told> => {
    const body = { user: id, asset: web, account: '@INPUT', protocol: 'ssh', address: here };
    const answer = await admin.post('/api/v1/perms/explain/', body);
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  return {
    id,
    web,
    told,
    /** Why the user is refused, and by which settings. */
    refusal: async () => {
      const { decided_by: by, steps } = await told();
      const step = steps.find((one) => one.step === by);
      return step ? [by, step.reason, ...step.settings] : 'comes through';
    },
    signIn: () => tryAs(username, password, here),
    change: (assignment: string) => change(username, assignment),
  };
};

test('an explanation shows the steps of a sign-in: user, validity, source, password, code', async () => {
  const { refusal, told, signIn, change } = await asked('explained');
  expect(await refusal()).toBe('comes through');
  expect(await signIn()).toBe('/ui/');

  await change('is_active = false');
  expect(await refusal()).toEqual(['user', 'user_inactive']);
  expect(await signIn()).toContain('disabled');

  await change("is_active = true, date_expired = '2020-01-01'");
  expect(await refusal()).toEqual(['user', 'user_expired']);
  expect((await told()).user.date_expired).toBe('2020-01-01T00:00:00.000Z');
  expect(await signIn()).toContain('expired');

  await change("date_expired = '2099-01-01', source = 'ldap'");
  expect(await refusal()).toBe('comes through');
  expect(await signIn()).toBe('/ui/');
  await people.set({ ONLY_ALLOW_AUTH_FROM_SOURCE: true });
  expect(await refusal()).toEqual(['user', 'other_source', 'ONLY_ALLOW_AUTH_FROM_SOURCE']);
  expect(await signIn()).toBe('This account signs in through its own identity source.');
  await change("source = 'local'");
  expect(await refusal()).toBe('comes through');
  expect(await signIn()).toBe('/ui/');

  await change('mfa_level = 1');
  const withCode = await told();
  expect([withCode.decided_by, withCode.sign_in.mfa]).toEqual([null, 'enrolment']);
  expect(await signIn()).toBe('/core/auth/login/guard/');
  await change('mfa_level = 0');

  await change('password_hash = null');
  expect(await refusal()).toEqual(['proof', 'no_proof']);
  expect(await signIn()).toContain('Username or password is wrong');
  const { vault } = server.services;
  await server.pool.query(
    `insert into authentication_temptoken (id, username, secret, verified, date_expired)
      values (gen_random_uuid(), 'explained', $1, false, now() + interval '1 hour')`,
    [vault.seal(password)],
  );
  expect(await refusal()).toEqual(['proof', 'no_proof']);
  await people.set({ AUTH_TEMP_TOKEN: true });
  expect(await refusal()).toBe('comes through');
  expect(await signIn()).toBe('/ui/');
  expect(await refusal()).toEqual(['proof', 'no_proof']);
  await people.set({ AUTH_TEMP_TOKEN: false });
});

test('an explanation counts the sign-ins that end where only one is allowed, and knows what roles allow', async () => {
  const { id, web, refusal, told } = await asked('counted');
  expect((await told()).sign_in.others).toBeNull();
  await people.set({ USER_LOGIN_SINGLE_MACHINE_ENABLED: true });
  expect((await told()).sign_in.others).toBe(0);
  const browser = await server.browserOf('counted', password, here);
  const once = await told();
  expect([once.decided_by, once.sign_in.others]).toEqual([null, 1]);
  expect(once.steps.find(({ step }) => step === 'sessions')?.settings).toEqual([
    'USER_LOGIN_SINGLE_MACHINE_ENABLED',
  ]);
  await server.browserOf('counted', password, here);
  expect((await told()).sign_in.others).toBe(1);
  expect((await browser.get('/api/v1/users/profile/')).status).toBe(401);

  const tokens = '/api/v1/authentication/connection-token/';
  const connection = {
    ...{ asset: web, account: '@INPUT', input_username: 'root', protocol: 'ssh', connect_method: 'web_cli' },
  };
  const connected = await server.browserOf('counted', password, here);
  expect((await connected.post(tokens, connection)).status).toBe(201);
  await server.pool.query(`delete from rbac_rolebinding where "user" = $1 and scope = 'system'`, [id]);
  expect(await refusal()).toEqual(['role', 'role_missing']);
  expect((await connected.post(tokens, connection)).status).toBe(403);
});
