import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { enrol, password, postForm, startWithPeople, type WithPeople } from '../../../test/mfa.ts';
import type { Seen } from '../../../test/signedIn.ts';

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
const codeUrl = '/core/auth/login/mfa/';
const expired = '<p class="notice" role="alert">The page expired. Sign in again.</p>';
/** The visible texts of the main part of a page. */
const wordsOn = (page: Seen) =>
  (/<main>(.*)<\/main>/s.exec(page.text)?.[1] ?? '')
    .replace(/<svg.*?<\/svg>/gs, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
const linksOn = (page: Seen) =>
  [...(/<main>(.*)<\/main>/s.exec(page.text)?.[1] ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
const formsOn = (page: Seen) =>
  [...page.text.matchAll(/<form [^>]*method="post" action="([^"]*)"/g)].map(([, action]) => action);
const codeFieldOn = (page: Seen) => /<input class="code"[^>]*>/.exec(page.text)?.[0];
const codeField = (name: string, invalid = '') =>
  `<input class="code" id="${name}" name="${name}" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="16" placeholder="6 digits" required autofocus${invalid}>`;

test('each page for setting up MFA shows its texts and links to the next and the previous page', async () => {
  await people.addUser(admin, 'ann');
  const browser = await server.browserOf('ann', password);
  const list = await browser.get(listUrl);
  const lead = 'A code from your phone protects your account even if your password is stolen.';
  expect(wordsOn(list)).toEqual([
    'Two-step verification',
    lead,
    'Authenticator app',
    'Not set up',
    'Set up',
    'Back',
  ]);
  expect(linksOn(list)).toEqual([`${enrol}start/`, '/ui/profile/info']);
  expect(list.text).toContain('<title>Two-step verification · Gatehouse</title>');
  const start = await browser.get(`${enrol}start/`);
  expect(wordsOn(start)).toEqual([
    'Set up an authenticator app',
    'Enter your password to begin.',
    'Password',
    'Continue',
    'Back',
  ]);
  expect(linksOn(start)).toEqual([listUrl]);
  expect(start.text).toMatch(
    /<input [^>]*name="password"[^>]*autocomplete="current-password"[^>]* autofocus/,
  );
  await postForm(browser, `${enrol}start/`, { password });
  const install = await browser.get(`${enrol}install-app/`);
  expect(wordsOn(install)).toEqual([
    'Set up an authenticator app',
    'Your account needs a code from an app on your phone each time you sign in.',
    expect.stringMatching(/^Install an authenticator app if you have none\./),
    'Continue',
    'Sign out',
  ]);
  expect(linksOn(install)).toEqual([`${enrol}bind/`]);
  expect(formsOn(install)).toEqual(['/core/auth/logout/']);
  const bind = await browser.get(`${enrol}bind/`);
  expect(wordsOn(bind)).toEqual([
    'Set up an authenticator app',
    'Scan this QR code with the app, or type in the key. Then enter the code it shows.',
    ...[
      'Account',
      'Gatehouse: ann',
      'Key',
      expect.stringMatching(/^([A-Z2-7]{4} ?)+$/),
      'Code',
      'Finish',
      'Sign out',
    ],
  ]);
  expect(bind.text).toContain('role="img" aria-label="QR code of the key below"');
  expect(codeFieldOn(bind)).toBe(codeField('otp_code'));
  const wrong = await postForm(browser, `${enrol}bind/`, { otp_code: '1' });
  expect(codeFieldOn(wrong)).toBe(
    codeField('otp_code', ' aria-invalid="true" aria-describedby="otp_code_error"'),
  );
  expect(wrong.text).toContain('<p class="error" id="otp_code_error" role="alert">The code does not match.');
});

test('the MFA page offers to turn off an authenticator app unless MFA is required', async () => {
  const { secret } = await people.addBound(admin, 'bob');
  const browser = await people.signIn('bob', secret);
  const list = await browser.get(listUrl);
  expect(wordsOn(list).slice(2)).toEqual(['Authenticator app', 'In use', 'Turn off', 'Back']);
  expect(linksOn(list)).toEqual([disableUrl, '/ui/profile/info']);
  const again = await browser.get(`${listUrl}?bound=1`);
  expect(again.text).toContain('role="alert">An authenticator app is set up already. Turn it off before');
  expect(again.text).toContain(`/core/i18n/ja/?next=${encodeURIComponent(`${listUrl}?bound=1`)}"`);
  const disable = await browser.get(disableUrl);
  expect(wordsOn(disable)).toEqual([
    'Turn off two-step verification',
    'Enter a code from your authenticator app. You are then signed out.',
    ...['Code', 'Turn off', 'Back'],
  ]);
  expect(linksOn(disable)).toEqual([listUrl]);
  expect(codeFieldOn(disable)).toBe(codeField('otp_code'));
  expect(browser.hidden(disable, 'mfa_type')).toBe('otp');
  const foreign = await browser.form(disableUrl, { otp_code: '1' });
  expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining(expired)]);
  expect(foreign.text).toContain(`/core/i18n/ja/?next=${encodeURIComponent(disableUrl)}"`);
  const wrong = await postForm(browser, disableUrl, { otp_code: '000000' });
  expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining('The MFA code is wrong')]);
  await people.set({ SECURITY_MFA_AUTH: 1 });
  const forced = await browser.get(listUrl);
  expect(wordsOn(forced).slice(2)).toEqual([
    ...['Authenticator app', 'In use'],
    'Your administrator requires this. It cannot be turned off; if you lose your phone, ask for a reset.',
    'Back',
  ]);
  expect((await browser.get(disableUrl)).location).toBe(listUrl);
  expect((await browser.form(disableUrl, {})).location).toBe(listUrl);
  await people.set({ SECURITY_MFA_AUTH: 0 });
  const off = await postForm(browser, disableUrl, { otp_code: await people.nextCode('bob', secret) });
  expect(off.location).toBe('/core/auth/login/?mfa_disabled=1');
  expect([...browser.cookies.keys()]).not.toContain('jms_sessionid');
  expect((await browser.get(off.location)).text).toContain('role="status">Two-step verification is off.');
});

test('the page after the password asks for the MFA code and redirects users without a pending sign-in', async () => {
  const { secret } = await people.addBound(admin, 'eve');
  const browser = server.browser();
  await browser.signIn('eve', password, { next: '/luna/' });
  const page = await browser.get(codeUrl);
  expect(wordsOn(page)).toEqual([
    'Two-step verification',
    'Enter the six-digit code your authenticator app shows for this account.',
    ...['Code', 'Sign in', 'Use another account'],
  ]);
  expect(linksOn(page)).toEqual([]);
  expect(formsOn(page)).toEqual([codeUrl, '/core/auth/logout/']);
  expect(codeFieldOn(page)).toBe(codeField('code'));
  const foreign = await browser.form(codeUrl, { code: '1' });
  expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining(expired)]);
  const done = await postForm(browser, codeUrl, { code: await people.nextCode('eve', secret) });
  expect(done.location).toBe('/luna/');
  for (const url of [codeUrl, '/core/auth/login/guard/'])
    expect((await browser.get(url)).location).toBe('/ui/');
  expect((await browser.get('/core/auth/login/guard/?next=/luna/')).location).toBe('/luna/');
  const stranger = server.browser();
  expect((await stranger.get('/core/auth/login/guard/?next=/luna/')).location).toBe(
    '/core/auth/login/?next=%2Fluna%2F',
  );
  expect((await stranger.get(codeUrl)).location).toBe('/core/auth/login/?link_over=1');
  expect((await stranger.get(listUrl)).location).toBe(
    '/core/auth/login/?next=%2Fcore%2Fauth%2Fprofile%2Fmfa%2F',
  );
});

test('setting up MFA is refused from another site or without the password, and turning it on or off is logged', async () => {
  const id = await people.addUser(admin, 'joe');
  const browser = await server.browserOf('joe', password);
  const foreign = await browser.form(`${enrol}start/`, { password });
  expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining(expired)]);
  const junk = `${Buffer.alloc(256, 1).toString('base64')}:${Buffer.alloc(16).toString('base64')}`;
  const damaged = await postForm(browser, `${enrol}start/`, { password: junk });
  expect([damaged.status, damaged.text]).toEqual([401, expect.stringContaining('damaged in transit')]);
  expect((await browser.form(`${enrol}bind/`, {})).location).toBe(`${enrol}start/`);
  await postForm(browser, `${enrol}start/`, { password });
  const unasked = await browser.form(`${enrol}bind/`, { otp_code: '1' });
  expect([unasked.status, unasked.text]).toEqual([
    400,
    expect.stringContaining('role="alert">The page expired.'),
  ]);
  const secret = await people.bind(browser);
  expect((await browser.get('/api/v1/users/profile/')).status).toBe(401);
  const back = await people.signIn('joe', secret);
  for (const step of ['start', 'install-app', 'bind'])
    expect((await back.get(`${enrol}${step}/`)).location).toBe(`${listUrl}?bound=1`);
  await postForm(back, disableUrl, { otp_code: await people.nextCode('joe', secret) });
  const { rows } = await server.pool.query(
    `select "user", action, resource, diff from audits_operatelog where resource_id = $1 and diff ? 'OTP set up' order by datetime`,
    [id],
  );
  const line = { user: 'joe(joe)', action: 'update', resource: 'joe(joe)' };
  expect(rows).toEqual([
    { ...line, diff: { 'OTP set up': ['', '******'] } },
    { ...line, diff: { 'OTP set up': ['******', ''] } },
  ]);
});
