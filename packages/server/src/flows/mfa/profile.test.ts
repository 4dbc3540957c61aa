import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { enrol, password, postForm, startWithPeople, type WithPeople } from '../../../test/mfa.ts';
import { totpCode } from '../../../test/totpCode.ts';

let server: WithPeople['server'];
let people: WithPeople['people'];
let admin: WithPeople['admin'];
beforeAll(async () => {
  ({ server, people, admin } = await startWithPeople());
});
afterEach(() => people.set({ SECURITY_MFA_AUTH: 0 }));
afterAll(() => server.stop());

const listUrl = '/core/auth/profile/mfa/';
const disableUrl = '/core/auth/profile/otp/disable/';
const profileUrl = '/api/v1/users/profile/';
const rowOf = async (username: string) =>
  (
    await server.pool.query('select id, otp_secret, mfa_level from users_user where username = $1', [
      username,
    ])
  ).rows[0];

test('a user sets up an authenticator app with password and code, and is then signed out everywhere and asked for codes', async () => {
  await people.addUser(admin, 'ann');
  const [browser, otherBrowser] = [
    await server.browserOf('ann', password),
    await server.browserOf('ann', password),
  ];
  expect((await browser.get(listUrl)).text).toContain(`${enrol}start/`);
  for (const step of ['install-app', 'bind'])
    expect((await browser.get(`${enrol}${step}/`)).location).toBe(`${enrol}start/`);
  const wrong = await postForm(browser, `${enrol}start/`, { password: 'wrong' });
  expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining('The password is wrong')]);
  const right = await postForm(browser, `${enrol}start/`, { password });
  expect(right.location).toBe(`${enrol}install-app/`);
  const page = await browser.get(`${enrol}bind/`);
  expect(page.raw.headers['cache-control']).toBe('no-store');
  expect(page.text).not.toMatch(/<script>|onclick|style="/);
  for (const text of ['aria-label="QR code of the key below"', '<dt>Account</dt><dd>', '<dt>Key</dt>'])
    expect(page.text).toContain(text);
  const secret = await people.bind(browser);
  for (const client of [browser, otherBrowser]) expect((await client.get(profileUrl)).status).toBe(401);
  const second = await people.signIn('ann', secret);
  expect((await second.get(profileUrl)).json).toMatchObject({
    mfa_level: { value: 1 },
    mfa_enabled: true,
    mfa_force_enabled: false,
    is_otp_secret_key_bound: true,
  });
  const { rows } = await server.pool.query(
    "select action, diff::text as diff from audits_operatelog where resource_id = $1 and action = 'update'",
    [(await rowOf('ann')).id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].diff).not.toContain(secret);
});

test('the secret of an authenticator app is stored sealed and never shown again', async () => {
  const { id, secret } = await people.addBound(admin, 'sealed');
  const { otp_secret } = await rowOf('sealed');
  expect(otp_secret).not.toContain(secret);
  expect(server.services.vault.open(otp_secret)).toBe(secret);
  const browser = await people.signIn('sealed', secret);
  const seen = [
    await browser.get(profileUrl),
    await browser.get(listUrl),
    await admin.get(`/api/v1/users/users/${id}/`),
    await admin.get('/api/v1/users/users/?format=csv'),
    await admin.options('/api/v1/users/users/'),
    await admin.get(`/api/v1/audits/operate-logs/?resource_id=${id}`),
  ];
  for (const { status, text } of seen) {
    expect(status).toBe(200);
    for (const part of [secret, otp_secret, 'otp_secret"', 'otp_last_step']) expect(text).not.toContain(part);
  }
});

test('a second authenticator app is refused', async () => {
  const { secret } = await people.addBound(admin, 'twice');
  const browser = await people.signIn('twice', secret);
  for (const step of ['start', 'install-app', 'bind'])
    expect((await browser.get(`${enrol}${step}/`)).location).toBe(`${listUrl}?bound=1`);
  expect((await browser.get(`${listUrl}?bound=1`)).text).toContain('set up already');
  const before = await rowOf('twice');
  const page = await browser.get(disableUrl);
  const csrf_token = browser.hidden(page, 'csrf_token');
  for (const [step, fields] of [
    ['start', { password }],
    ['bind', { otp_code: totpCode(secret, 1) }],
  ] as const)
    expect((await browser.form(`${enrol}${step}/`, { csrf_token, ...fields })).location).toBe(
      `${listUrl}?bound=1`,
    );
  expect(await rowOf('twice')).toEqual(before);
});

test('two browsers that set up an authenticator app at once end up with a single one', async () => {
  await people.addUser(admin, 'race', { mfa_level: 1 });
  const secrets: string[] = [];
  const browsers = [server.browser(), server.browser()];
  for (const browser of browsers) {
    await browser.signIn('race', password);
    await browser.get(`${enrol}start/`);
    const text = (await browser.get(`${enrol}bind/`)).text;
    secrets.push(/otp_secret">([A-Z2-7 ]+)</.exec(text)?.[1]?.replaceAll(' ', '') ?? '');
  }
  expect(secrets[0]).not.toBe(secrets[1]);
  const done = await Promise.all(
    browsers.map((browser, at) =>
      postForm(browser, `${enrol}bind/`, { otp_code: totpCode(secrets[at] ?? '') }),
    ),
  );
  expect(done.filter(({ location }) => location.includes('mfa_enabled'))).toHaveLength(1);
});

test('a user turns MFA off with a code, and is signed out', async () => {
  const { secret } = await people.addBound(admin, 'leaver');
  const browser = await people.signIn('leaver', secret);
  expect((await browser.get(listUrl)).text).toContain(disableUrl);
  const wrong = await postForm(browser, disableUrl, { otp_code: '000000' });
  expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining('code is wrong')]);
  const forged = await browser.form(disableUrl, { otp_code: await people.nextCode('leaver', secret) });
  expect(forged.status).toBe(403);
  const done = await postForm(browser, disableUrl, { otp_code: totpCode(secret) });
  expect(done.location).toBe('/core/auth/login/?mfa_disabled=1');
  expect((await browser.get(profileUrl)).status).toBe(401);
  expect(await rowOf('leaver')).toMatchObject({ otp_secret: null });
  const second = await server.browserOf('leaver', password);
  expect((await second.get(profileUrl)).json).toMatchObject({
    mfa_enabled: false,
    is_otp_secret_key_bound: false,
  });
});

test('forced MFA cannot be turned off', async () => {
  const { id, secret } = await people.addBound(admin, 'kept');
  const browser = await people.signIn('kept', secret);
  const csrf_token = browser.hidden(await browser.get(disableUrl), 'csrf_token');
  const tryIt = async () =>
    browser.form(disableUrl, { csrf_token, otp_code: await people.nextCode('kept', secret) });
  await people.set({ SECURITY_MFA_AUTH: 1 });
  expect((await tryIt()).location).toBe(listUrl);
  await people.set({ SECURITY_MFA_AUTH: 0 });
  await admin.patch(`/api/v1/users/users/${id}/`, { mfa_level: 2 });
  expect((await tryIt()).location).toBe(listUrl);
  const list = await browser.get(listUrl);
  expect(list.text).toContain('It cannot be turned off');
  expect(list.text).not.toContain(disableUrl);
  expect((await browser.patch(profileUrl, { mfa_level: 0 })).json).toMatchObject({
    mfa_level: { value: 2 },
  });
  expect((await rowOf('kept')).otp_secret).not.toBeNull();
});

test('lowering the MFA level needs an MFA code, not only an open web session', async () => {
  const { secret } = await people.addBound(admin, 'open');
  const browser = await people.signIn('open', secret);
  const lower = () => browser.patch(profileUrl, { mfa_level: 0 });
  const refused = await lower();
  expect([refused.status, refused.json]).toMatchObject([412, { code: 'mfa' }]);
  await browser.post('/api/v1/authentication/confirm/', {
    confirm_type: 'mfa',
    mfa_type: 'otp',
    secret_key: totpCode(secret, 1),
  });
  expect((await lower()).json).toMatchObject({ mfa_level: { value: 0 }, mfa_enabled: false });
});

test('a visitor who is not signing in is sent to the sign-in page instead of the set-up of an app', async () => {
  const stranger = server.browser();
  for (const step of ['start', 'install-app', 'bind'])
    expect((await stranger.get(`${enrol}${step}/`)).location).toMatch(/^\/core\/auth\/login\//);
});

test('nobody resets their own MFA with the call for administrators', async () => {
  const answer = await admin.get('/api/v1/users/profile/mfa/reset/');
  expect([answer.status, JSON.stringify(answer.json)]).toEqual([
    expect.any(Number),
    expect.stringContaining('Reset your own MFA on your profile page.'),
  ]);
});

test('B-6-001 after an administrator has reset MFA, it is set up again at the next sign-in', async () => {
  const { id, secret } = await people.addBound(admin, 'lost', { mfa_level: 2 });
  const facts = async () => (await admin.get(`/api/v1/users/users/${id}/`)).json;
  expect(await facts()).toMatchObject({ is_otp_secret_key_bound: true, mfa_force_enabled: true });
  expect((await admin.get(`/api/v1/users/users/${id}/mfa/reset/`)).json).toEqual({ msg: 'success' });
  expect(await facts()).toMatchObject({ is_otp_secret_key_bound: false, mfa_enabled: true });
  const browser = server.browser();
  const first = await browser.signIn('lost', password);
  expect((await browser.get(first.location)).location).toBe(`${enrol}start/`);
  await browser.get(`${enrol}start/`);
  const renewed = await people.bind(browser);
  expect(renewed).not.toBe(secret);
  await people.signIn('lost', renewed);
});
