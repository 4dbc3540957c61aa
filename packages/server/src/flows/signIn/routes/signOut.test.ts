import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const url = '/core/auth/logout/';
const isSignedIn = async (browser: Browser) => (await browser.get('/api/v1/users/profile/')).status === 200;

test('A-7-014 a link to the sign-out page ends nothing: it asks, and the button signs out', async () => {
  const browser = await server.admin();
  const page = await browser.get(`${url}?next=/ui/console/users%3Fa=1`);
  expect([page.status, await isSignedIn(browser)]).toEqual([200, true]);
  for (const part of [
    '<title>Sign out? · Gatehouse</title>',
    '<h1>Sign out?</h1>',
    'you will have to sign in again.',
    '<button class="button" type="submit">Sign out</button>',
    '<a href="/ui/console/users?a=1">Stay signed in</a>',
  ])
    expect(page.text).toContain(part);
  expect(page.text).not.toContain('role="alert"');
  expect((await browser.get(url)).text).toContain('<a href="/">Stay signed in</a>');
  const out = await browser.signOut('/ui/console/users?a=1');
  expect([out.status, out.location]).toEqual([303, '/core/auth/login/?next=%2Fui%2Fconsole%2Fusers%3Fa%3D1']);
  expect(await isSignedIn(browser)).toBe(false);
});

test.each([
  ['zh-CN', '要退出登录吗？'],
  ['zh-TW', '要登出嗎？'],
  ['ja', 'ログアウトしますか？'],
])('the sign-out page speaks the language of the browser: %s', async (language, title) => {
  const browser = await server.admin();
  browser.cookies.delete('django_language');
  const page = await browser.get(url, undefined, { 'accept-language': language });
  expect(page.text).toContain(`<h1>${title}</h1>`);
});

test('a form without the token of the page signs nobody out, and the page asks again', async () => {
  const browser = await server.admin();
  for (const csrf_token of ['', 'forged']) {
    const answer = await browser.form(url, { csrf_token, next: '/luna/' });
    expect([answer.status, await isSignedIn(browser)]).toEqual([403, true]);
    expect(answer.text).toContain('role="alert">The page expired. Try again.<');
    expect(browser.hidden(answer, 'next')).toBe('/luna/');
  }
  const other = await server.admin();
  const foreign = browser.hidden(await other.get(url), 'csrf_token');
  expect((await browser.form(url, { csrf_token: foreign, next: '' })).status).toBe(403);
  expect(await isSignedIn(browser)).toBe(true);
});

test('A-7-014 without a web session the address leads on, only to paths of this site', async () => {
  const browser = server.browser();
  for (const [next, location] of [
    ['/ui/', '?next=%2Fui%2F'],
    ['', '?signed_out=1'],
    ['//evil.example', '?signed_out=1'],
    ['https://evil.example/', '?signed_out=1'],
  ]) {
    const query = encodeURIComponent(next as string);
    const asked = await browser.get(`${url}?next=${query}`);
    const sent = await browser.form(url, { csrf_token: '', next: next as string });
    for (const answer of [asked, sent])
      expect([answer.status, answer.location]).toEqual([303, `/core/auth/login/${location}`]);
  }
  const signedIn = await server.admin();
  expect((await signedIn.signOut('//evil.example')).location).toBe('/core/auth/login/?signed_out=1');
});
