import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPassword, type Seen, startServer } from '../../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('A-2.9-035 without a sign-in the download centre links to the clients, in the language of the browser', async () => {
  const browser = server.browser();
  const page = await browser.get('/core/download/');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<h1>Clients</h1>');
  for (const address of ['/luna/', '/ui/', '/api/docs/']) expect(page.text).toContain(`href="${address}"`);
  const chinese = await browser.get('/core/download/', undefined, { 'accept-language': 'zh-CN' });
  expect(chinese.text).toContain('<h1>客户端</h1>');
});

test('the sign-in page shows success differently from errors', async () => {
  const browser = server.browser();
  const out = await browser.get('/core/auth/login/?signed_out=1');
  expect(out.text).toContain('role="status">You have signed out.<');
  expect(out.text).not.toContain('role="alert"');
  const broken = await browser.get('/core/auth/login/?csrf_failure=1');
  expect(broken.text).toContain('role="alert"');
});

type Fields = Record<string, string | boolean>[];
/** The visible fields of a page with their attributes. */
const fieldsOf = (page: Seen): Fields =>
  [...page.text.matchAll(/<input ([^>]*)>/g)]
    .map(([, attributes = '']) =>
      Object.fromEntries(
        [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value]) => [
          name,
          value ?? true,
        ]),
      ),
    )
    .filter(({ type }) => type !== 'hidden');
const labelsOf = (page: Seen) =>
  [...page.text.matchAll(/<label for="(\w+)">([^<]*)<\/label>/g)].map(([, field, text]) => [field, text]);

test('the sign-in page focuses the username, and after a wrong password the password', async () => {
  const browser = server.browser();
  const page = await browser.get('/core/auth/login/');
  expect(labelsOf(page)).toEqual([
    ['username', 'Username'],
    ['password', 'Password'],
  ]);
  expect(fieldsOf(page)).toMatchObject([
    { name: 'username', type: 'text', autocomplete: 'username', value: '', required: true, autofocus: true },
    { name: 'password', type: 'password', autocomplete: 'current-password', required: true },
    { name: 'auto_login', type: 'checkbox', value: '1', checked: true },
  ]);
  expect(fieldsOf(page)[1]).not.toHaveProperty('autofocus');
  expect(page.text).toContain('<title>Sign in · Gatehouse</title>');
  for (const text of [
    '<h1>Sign in</h1>',
    '>Sign in with your Gatehouse account.<',
    '>Keep me signed in<',
    'type="submit">Sign in<',
    'aria-label="Show password"',
    '>Access is monitored and recorded. Unauthorized use is prohibited.<',
    '>One guarded door\nto every system.<',
    'aria-label="Language: English"',
  ])
    expect(page.text).toContain(text);
  const wrong = await browser.signIn('somebody', 'wrong', { auto_login: '' });
  expect(fieldsOf(wrong)).toMatchObject([
    { name: 'username', value: 'somebody' },
    { name: 'password', autofocus: true, 'aria-invalid': 'true', 'aria-describedby': 'password_error' },
    { name: 'auto_login' },
  ]);
  expect(fieldsOf(wrong)[0]).not.toHaveProperty('autofocus');
  expect(fieldsOf(wrong)[2]).not.toHaveProperty('checked');
  expect(wrong.text).toMatch(/id="password_error" role="alert">Username or password is wrong/);
});

test('every page offers the four languages under their own names, and choosing one returns to the page', async () => {
  const offered = [
    ['zh-hans', 'zh-Hans', '简体中文'],
    ['zh-hant', 'zh-Hant', '繁體中文'],
    ['en', 'en', 'English'],
    ['ja', 'ja', '日本語'],
  ] as const;
  for (const [language, tag, name] of offered) {
    const browser = server.browser();
    const headers = { referer: 'http://gate.example/core/download/?from=menu', host: 'gate.example' };
    const chosen = await browser.get(`/core/i18n/${language}/`, undefined, headers);
    expect([chosen.status, chosen.location]).toEqual([303, '/core/download/?from=menu']);
    expect(chosen.raw.cookies.find((cookie) => cookie.name === 'django_language')).toMatchObject({
      value: language,
      maxAge: 31_536_000,
      path: '/',
    });
    const page = await browser.get('/core/download/');
    expect(page.text).toContain(`<html lang="${tag}">`);
    expect(page.text).toMatch(new RegExp(`<summary aria-label="[^":]+: ${name}">`));
    const links = [
      ...page.text.matchAll(
        /<a href="\/core\/i18n\/([\w-]+)\/\?next=%2Fcore%2Fdownload%2F" lang="([\w-]+)"([^>]*)>([^<]*)</g,
      ),
    ];
    expect(links.map(([, code, lang, current, text]) => [code, lang, text, current !== ''])).toEqual(
      offered.map((other) => [...other, other[0] === language]),
    );
  }
  const stranger = server.browser();
  const headers = { referer: 'https://elsewhere.example/ui/' };
  expect((await stranger.get('/core/i18n/en/', undefined, headers)).location).toBe('/');
  expect((await stranger.get('/core/i18n/en/')).location).toBe('/');
  expect((await stranger.get('/core/i18n/fr/')).status).toBe(404);
});

/** Where the choice of Japanese on a page leads, in a browser that sends no referrer. */
const inJapanese = async (browser: ReturnType<typeof server.browser>, page: Seen): Promise<string> => {
  const [, link = ''] = /href="(\/core\/i18n\/ja\/[^"]*)"/.exec(page.text) ?? [];
  return (await browser.get(link.replaceAll('&amp;', '&'))).location;
};

test('choosing a language leads back to the page, with what it was asked for', async () => {
  const browser = server.browser();
  const addresses = [
    '/core/auth/login/?next=%2Fui%2Fx%3Fa%3Db&signed_out=1',
    '/core/nothing/?x=1',
    '/core/download/',
  ];
  for (const address of addresses) {
    const page = await browser.get(address, undefined, { accept: 'text/html' });
    expect(await inJapanese(browser, page)).toBe(address);
  }
  const wrong = await browser.signIn('somebody', 'wrong', { next: '/ui/x' });
  expect(await inJapanese(browser, wrong)).toBe('/core/auth/login/?next=%2Fui%2Fx');
});

test('the download centre describes each client', async () => {
  const { text } = await server.browser().get('/core/download/');
  for (const [address, name, description] of [
    ['/luna/', 'Web terminal', 'Sessions on your assets, in the browser.'],
    ['/ui/', 'Console', 'Administration, audit and replays.'],
    ['/api/docs/', 'API', 'For scripts and programs: every endpoint with its parameters.'],
  ])
    expect(text).toContain(`<a href="${address}">${name}</a><br>${description}</li>`);
  expect(text).toContain('Nothing needs to be installed.');
  expect(text).toContain('<title>Clients · Gatehouse</title>');
  expect(text).toContain('/static/form.js');
});

test('the page for an unknown address links to the home page', async () => {
  const page = await server.browser().get('/core/nothing/', undefined, { accept: 'text/html' });
  expect(page.status).toBe(404);
  expect(page.text).toContain('<h1>Page not found</h1>');
  expect(page.text).toContain('>There is nothing at this address.');
  expect(page.text).toContain('<a href="/">Go to the home page</a>');
});

test('static files may be cached for five minutes, and unknown ones are not found', async () => {
  const browser = server.browser();
  const file = await browser.get('/static/base.css');
  expect([file.status, file.raw.headers['cache-control']]).toEqual([200, 'public, max-age=300']);
  expect((await browser.get('/static/none.css')).status).toBe(404);
});

test('the page for a new password lists the rules in force, and its form is refused from another site', async () => {
  const { settings, db } = server.services;
  await server.settleAdmin();
  await server.pool.query("update users_user set need_update_password = true where username = 'admin'");
  const browser = server.browser();
  const sentOn = await browser.signIn('admin', adminPassword);
  const rulesOn = (page: Seen) =>
    [...page.text.matchAll(/<li data-rule="(\w+)"(?: data-value="(\d+)")?>([^<]*)</g)].map(
      ([, ...rule]) => rule,
    );
  const page = await browser.get(sentOn.location);
  const always = [
    ['first', undefined, 'Starts with a letter A–Z, a digit or a punctuation mark'],
    ['same', undefined, 'Both entries are the same'],
  ];
  expect(rulesOn(page)).toEqual([['min', '6', 'At least 6 characters'], ...always]);
  expect(page.text).toContain('Before you continue, choose a new password.');
  expect(page.text).toContain('<h1>Choose a new password</h1>');
  expect(page.text).toContain('aria-label="Password rules"');
  expect(page.text).toContain('type="submit">Save and continue<');
  expect(labelsOf(page)).toEqual([
    ['new_password', 'New password'],
    ['confirm_password', 'Confirm new password'],
  ]);
  expect(fieldsOf(page)).toMatchObject([
    { name: 'username', value: 'admin' },
    { name: 'new_password', autocomplete: 'new-password', autofocus: true },
    { name: 'confirm_password', autocomplete: 'new-password' },
  ]);
  expect(fieldsOf(page)[2]).not.toHaveProperty('autofocus');
  await settings.set(
    {
      SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: 9,
      SECURITY_PASSWORD_UPPER_CASE: true,
      SECURITY_PASSWORD_LOWER_CASE: true,
      SECURITY_PASSWORD_NUMBER: true,
      SECURITY_PASSWORD_SPECIAL_CHAR: true,
    },
    db,
  );
  await settings.reload();
  expect(rulesOn(await browser.get(sentOn.location))).toEqual([
    ['min', '9', 'At least 9 characters'],
    ['upper', undefined, 'An uppercase letter'],
    ['lower', undefined, 'A lowercase letter'],
    ['number', undefined, 'A digit'],
    ['special', undefined, 'A special character such as ! or #'],
    ...always,
  ]);
  const token = browser.hidden(page, 'token');
  const fields = { token, new_password: 'nothing', confirm_password: 'nothing' };
  const foreign = await browser.form('/core/auth/password/reset/', fields);
  expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining('The page expired.')]);
  const csrf_token = browser.hidden(page, 'csrf_token');
  const poor = await browser.form('/core/auth/password/reset/', { ...fields, csrf_token });
  expect([poor.status, poor.text]).toEqual([400, expect.stringContaining('at least 9 characters')]);
  expect(poor.text).toContain('id="new_password_error" role="alert"');
  expect(await inJapanese(browser, poor)).toBe(sentOn.location);
});
