import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWithPeople, type WithPeople } from '../../../../test/mfa.ts';
import { startOauthServer } from '../../../../test/servers/oauthServer.ts';
import type { Browser } from '../../../../test/signedIn.ts';

let server: WithPeople['server'];
let people: WithPeople['people'];
let provider: Awaited<ReturnType<typeof startOauthServer>>;
beforeAll(async () => {
  ({ server, people } = await startWithPeople());
  provider = await startOauthServer();
});
beforeEach(() =>
  people.set({
    AUTH_OAUTH2: true,
    AUTH_OAUTH2_PROVIDER: 'Corp <ID>',
    AUTH_OAUTH2_CLIENT_ID: 'gatehouse',
    AUTH_OAUTH2_CLIENT_SECRET: 'client secret',
    AUTH_OAUTH2_SCOPE: 'profile mail',
    AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: `${provider.url}/authorize`,
    AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: `${provider.url}/token`,
    AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: `${provider.url}/userinfo`,
    AUTH_OAUTH2_USER_ATTR_MAP: { username: 'login', name: 'name', email: 'contact.mail' },
  }),
);
const ida = { sub: '17', login: 'ida', name: 'Ida', contact: { mail: 'ida@corp.example' } };
afterEach(async () => {
  provider.said.info = ida;
  provider.said.refusal = undefined;
  provider.calls.length = 0;
  await server.pool.query("delete from settings_setting where name ~ '^(AUTH|LOGIN|SECURITY)'");
  await server.services.settings.reload();
});
afterAll(async () => {
  await provider.stop();
  await server.stop();
});

const loginUrl = '/core/auth/login/';
const beginUrl = '/core/auth/oauth2/login/';
/** Goes to the provider, and comes back with its answer. */
const away = async (browser: Browser, next = ''): Promise<string> => {
  const begun = await browser.get(`${beginUrl}${next && `?next=${encodeURIComponent(next)}`}`);
  expect(begun.status, begun.text).toBe(303);
  const { headers } = await fetch(begun.location, { redirect: 'manual' });
  const back = new URL(headers.get('location') ?? '');
  return `${back.pathname}${back.search}`;
};
const signIn = async (browser: Browser, next = '') => browser.get(await away(browser, next));
const lastLog = async () =>
  (
    await server.pool.query(
      'select username, reason, detail, backend, status from audits_userloginlog order by datetime desc limit 1',
    )
  ).rows[0];

test('the sign-in page offers the provider by its name; its user comes back, is added, and goes on to the page asked for', async () => {
  const browser = server.browser();
  const page = await browser.get(`${loginUrl}?next=%2Fluna%2F`);
  expect(page.text).toContain(`href="${beginUrl}?next=%2Fluna%2F">Sign in with Corp &lt;ID&gt;</a>`);
  const done = await signIn(browser, '/luna/?a=b');
  expect([done.status, done.location]).toEqual([303, '/luna/?a=b']);
  const profile = (await browser.get('/api/v1/users/profile/')).json as Record<string, unknown>;
  expect(profile).toMatchObject({ username: 'ida', name: 'Ida', email: 'ida@corp.example' });
  expect(profile.source).toMatchObject({ value: 'oauth2' });
  expect(await lastLog()).toMatchObject({
    username: 'Ida(ida)',
    backend: 'oauth2',
    status: true,
    detail: '',
  });
  const [asked, token, info] = provider.calls;
  expect(asked?.sent).toMatchObject({ client_id: 'gatehouse', response_type: 'code', scope: 'profile mail' });
  expect(asked?.sent.code_challenge_method).toBe('S256');
  expect(token).toMatchObject({ method: 'GET', path: '/token', sent: { client_secret: 'client secret' } });
  expect(info?.authorization).toBe('Bearer token-of-ida');
});

test.each([
  ['POST', 'application/x-www-form-urlencoded'],
  ['POST_JSON', 'application/json'],
] as const)('AUTH_OAUTH2_ACCESS_TOKEN_METHOD %s sends the code in the body', async (method, type) => {
  await people.set({ AUTH_OAUTH2_ACCESS_TOKEN_METHOD: method });
  expect((await signIn(server.browser())).location).toBe('/ui/');
  expect(provider.calls[1]).toMatchObject({
    method: 'POST',
    type,
    sent: { grant_type: 'authorization_code' },
  });
});

test('AUTH_OAUTH2_ALWAYS_UPDATE_USER off keeps what is stored of a user', async () => {
  await signIn(server.browser());
  provider.said.info = { ...ida, name: 'Ida New' };
  const nameNow = async () =>
    (await server.pool.query("select name from users_user where username = 'ida'")).rows[0].name;
  await people.set({ AUTH_OAUTH2_ALWAYS_UPDATE_USER: false });
  await signIn(server.browser());
  expect(await nameNow()).toBe('Ida');
  await people.set({ AUTH_OAUTH2_ALWAYS_UPDATE_USER: true });
  await signIn(server.browser());
  expect(await nameNow()).toBe('Ida New');
});

test.each([
  ['an id around the facts of the user is not the user', (login: string) => ({ id: 1, user: { login } })],
  [
    'an id that is a text keeps all its digits',
    (login: string) => ({
      user: { login, id: login === 'una' ? '1234567890123456789' : '1234567890123456790' },
    }),
  ],
])('%s: two users of a provider stay two', async (_name, facts) => {
  await people.set({
    AUTH_OAUTH2_USER_ATTR_MAP: { username: 'user.login', name: 'user.login', email: 'mail' },
  });
  for (const login of ['una', 'duo']) {
    provider.said.info = facts(login) as unknown as typeof ida;
    const browser = server.browser();
    expect((await signIn(browser)).location).toBe('/ui/');
    expect((await browser.get('/api/v1/users/profile/')).json).toMatchObject({ username: login });
  }
  await server.pool.query("delete from users_user where username in ('una', 'duo')");
});

test('an id whose digits a number loses is refused', async () => {
  provider.said.info = { ...ida, sub: 2 ** 60 } as unknown as typeof ida;
  expect((await signIn(server.browser())).status).toBe(401);
  expect(await lastLog()).toMatchObject({ detail: expect.stringContaining('more than 15 digits') });
});

test('an answer works once, and only in the browser that began', async () => {
  const browser = server.browser();
  const answer = await away(browser);
  const stranger = await server.browser().get(answer);
  expect([stranger.status, stranger.text.includes('Sign-in did not work')]).toEqual([401, true]);
  expect(await lastLog()).toMatchObject({ username: '', reason: 'provider_failed', backend: 'oauth2' });
  // A stranger who saw the state has used it up.
  expect((await browser.get(answer)).status).toBe(401);
  const again = await away(browser);
  expect((await browser.get(again)).location).toBe('/ui/');
  const other = server.browser();
  const mine = await away(other);
  expect((await other.get('/core/auth/oauth2/callback/?code=x&state=invented')).status).toBe(401);
  expect((await other.get(mine)).location).toBe('/ui/');
  other.cookies.delete('jms_sessionid');
  expect((await other.get(mine)).status).toBe(401);
});

test('what an administrator must change is in the login log, and not on the page', async () => {
  const fails = async (cause: RegExp) => {
    const page = await signIn(server.browser());
    expect(page.status).toBe(401);
    expect(page.text).toContain('Try again, or ask an administrator.');
    const { detail, reason } = await lastLog();
    expect([reason, cause.test(detail), detail]).toEqual(['provider_failed', true, detail]);
    expect(page.text).not.toContain(detail);
    expect(detail).not.toMatch(/client secret|token-of-ida/);
  };
  provider.said.refusal = {
    status: 400,
    body: { error: 'invalid_client', error_description: 'wrong secret' },
  };
  await fails(/^the token endpoint answered 400 invalid_client wrong secret$/);
  provider.said.refusal = undefined;
  provider.said.info = { sub: '18' };
  await fails(/the user info has no attribute login for the username/);
  provider.said.info = undefined;
  await fails(/the user info endpoint answered 401 invalid_token/);
  await people.set({ AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: 'http://127.0.0.1:1/token' });
  await fails(/ECONNREFUSED/);
  const refused = server.browser();
  const answer = (await away(refused)).replace(/code=[^&]*/, 'error=access_denied');
  expect((await refused.get(answer)).status).toBe(401);
  expect(await lastLog()).toMatchObject({ detail: 'the provider refused: access_denied' });
});

test('a provider that names a user admin does not become the admin', async () => {
  provider.said.info = { ...ida, sub: '1', login: 'admin' };
  const page = await signIn(server.browser());
  expect([page.status, page.text.includes('belongs to no account')]).toEqual([401, true]);
  expect(await lastLog()).toMatchObject({ username: 'admin', reason: 'identity_refused', backend: 'oauth2' });
});

test('forced MFA is asked for after the provider too, unless a setting leaves it to the provider', async () => {
  await signIn(server.browser());
  await people.set({ SECURITY_MFA_AUTH: 1 });
  expect((await signIn(server.browser(), '/luna/')).location).toBe('/core/auth/login/guard/?next=%2Fluna%2F');
  await people.set({ SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: false });
  const browser = server.browser();
  expect((await signIn(browser)).location).toBe('/ui/');
  expect((await browser.get('/api/v1/users/profile/')).status).toBe(200);
});

test('LOGIN_REDIRECT_TO_BACKEND leads on from the sign-in page, LOGIN_REDIRECT_MSG_ENABLED after a notice', async () => {
  await people.set({ LOGIN_REDIRECT_TO_BACKEND: 'oauth2' });
  const notice = await server.browser().get(`${loginUrl}?next=%2Fluna%2F`);
  expect(notice.raw.headers.refresh).toBe(`3;url=${beginUrl}?next=%2Fluna%2F`);
  expect(notice.text).toContain('You are being taken to Corp &lt;ID&gt; to sign in.');
  await people.set({ LOGIN_REDIRECT_MSG_ENABLED: false });
  expect((await server.browser().get(loginUrl)).location).toBe(beginUrl);
  for (const shown of ['admin=1', 'signed_out=1', 'csrf_failure=1'])
    expect((await server.browser().get(`${loginUrl}?${shown}`)).text).toContain('name="password"');
  await people.set({ AUTH_OAUTH2: false });
  expect((await server.browser().get(loginUrl)).text).toContain('name="password"');
  expect((await server.browser().get(beginUrl)).status).toBe(404);
});

test('signing out leads to the provider to sign out there, where AUTH_OAUTH2_LOGOUT_COMPLETELY says so', async () => {
  await people.set({ AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT: `${provider.url}/logout` });
  const browser = server.browser();
  await signIn(browser);
  const left = await browser.signOut();
  expect(left.status).toBe(200);
  const target = new URL(String(left.raw.headers.refresh).replace(/^0;url=/, ''));
  expect(target.href.startsWith(`${provider.url}/logout`)).toBe(true);
  expect(target.searchParams.get('post_logout_redirect_uri')).toMatch(/\/core\/auth\/login\/\?signed_out=1$/);
  expect((await browser.get('/api/v1/users/profile/')).status).toBe(401);
  await people.set({ AUTH_OAUTH2_LOGOUT_COMPLETELY: false });
  const other = server.browser();
  await signIn(other);
  expect((await other.signOut()).location).toBe(`${loginUrl}?signed_out=1`);
});
