import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testConfig } from '../../../test/config.ts';
import { estateOf } from '../../../test/estate.ts';
import { adminPassword, startServer } from '../../../test/signedIn.ts';
import { createCache } from '../../platform/cache.ts';
import { createRateLimits } from '../../platform/limits/rateLimits.ts';

const bootstrap = 'bootstrap-token-for-tests';

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer({
    GATEHOUSE_TRUST_PROXY: '1',
    GATEHOUSE_LIMIT_SIGN_IN: '8',
    GATEHOUSE_LIMIT_ACCOUNT: '5',
    GATEHOUSE_LIMIT_REGISTRATION: '3',
    GATEHOUSE_LIMIT_SOCKETS: '2',
    GATEHOUSE_LIMIT_API: '1',
    GATEHOUSE_LIMIT_API_BURST: '30',
  });
  await server.settleAdmin();
});
afterAll(() => server.stop());
beforeEach(() => server.services.lockOut.release('admin', server.services.db));

type Sent = { method?: 'GET' | 'POST'; url: string; payload?: object; headers?: Record<string, string> };
const ask = (from: string, { method = 'GET', headers = {}, ...sent }: Sent) =>
  server.app.inject({
    method,
    ...sent,
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': from, ...headers },
  });
const takeToken = (from: string, username: string, password = 'wrong') =>
  ask(from, { method: 'POST', url: '/api/v1/authentication/auth/', payload: { username, password } });
const many = async <T>(times: number, send: (index: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let index = 0; index < times; index += 1) answers.push(await send(index));
  return answers;
};
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);

test('attempts are limited by the address the proxy saw, not the one the client claims', async () => {
  const answers = await many(9, (index) => takeToken(`203.0.113.${index}, 198.51.100.1`, `name-${index}`));
  expect(statuses(answers)).toEqual([...Array(8).fill(400), 429]);
  const last = answers.at(-1);
  const seconds = Number(last?.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(last?.json()).toEqual({
    code: 'throttled',
    limit: 'sign_in',
    detail: `Too many attempts from your address. 8 a minute are allowed. Try again in ${seconds} s.`,
  });
  expect((await takeToken('198.51.100.2', 'name-10')).statusCode).toBe(400);
});

test('attempts on one username are limited for each address by itself, until its owner authenticates', async () => {
  const guess = (address: string) => (index: number) =>
    takeToken(address, 'admin', index < 5 ? 'wrong' : adminPassword);
  const answers = await many(6, guess('198.51.101.1'));
  expect(statuses(answers)).toEqual([400, 400, 400, 400, 400, 429]);
  expect(answers.at(-1)?.json()).toMatchObject({ limit: 'account' });
  expect((await takeToken('198.51.103.1', 'admin', adminPassword)).statusCode).toBe(201);
  await many(4, guess('198.51.102.1'));
  expect((await takeToken('198.51.102.1', 'admin', adminPassword)).statusCode).toBe(201);
  expect((await takeToken('198.51.102.1', 'admin')).statusCode).toBe(400);
});

test("the sign-in page reports too many attempts in the user's language", async () => {
  const browser = server.browser();
  const headers = { 'x-forwarded-for': '198.51.104.1' };
  const page = await browser.send('GET', '/core/auth/login/', { headers });
  browser.cookies.set('django_language', 'ja');
  const submit = () =>
    browser.send('POST', '/core/auth/login/', {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        csrf_token: browser.hidden(page, 'csrf_token'),
        username: `stranger-${Math.random()}`,
        password: 'wrong',
      }).toString(),
    });
  const answers = await many(9, submit);
  expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(401), 429]);
  expect(answers.at(-1)?.text).toContain('このアドレスからの試行が多すぎます（1分あたり8回まで）');
  expect(answers.at(-1)?.raw.headers['retry-after']).toMatch(/^\d+$/);
});

test('attempts to set a new password are limited too', async () => {
  const signIn = server.browser('10.0.0.9');
  await server.pool.query("update users_user set need_update_password = true where username = 'admin'");
  const headers = { 'x-forwarded-for': '198.51.105.1' };
  const page = await signIn.send('GET', '/core/auth/login/', { headers });
  const form = (url: string, fields: Record<string, string>) =>
    signIn.send('POST', url, {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
  const csrf_token = signIn.hidden(page, 'csrf_token');
  const sentOn = await form('/core/auth/login/', { csrf_token, username: 'admin', password: adminPassword });
  const token = new URL(sentOn.location, 'http://x').searchParams.get('token') ?? '';
  const answers = await many(6, () =>
    form('/core/auth/password/reset/', { csrf_token, token, new_password: 'a', confirm_password: 'a' }),
  );
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
  expect(answers.at(-1)?.text).toContain('Too many attempts for this account. 5 a minute');
  await server.settleAdmin();
});

test('components cannot guess the bootstrap token quickly', async () => {
  const register = (token: string, from: string) =>
    ask(from, {
      method: 'POST',
      url: '/api/v1/terminal/terminal-registrations/',
      headers: { authorization: `BootstrapToken ${token}` },
      payload: { name: `component-${from}`, type: 'koko' },
    });
  const answers = await many(4, () => register('wrong-wrong-wrong-wrong', '198.51.106.1'));
  expect(statuses(answers)).toEqual([401, 401, 401, 429]);
  expect(answers.at(-1)?.json()).toMatchObject({ limit: 'registration' });
  expect((await register(bootstrap, '198.51.106.2')).statusCode).toBe(201);
});

test('a user who sends requests without pause is slowed down from every address, but other callers are not', async () => {
  await server.settleAdmin();
  const answer = await takeToken('198.51.107.1', 'admin', adminPassword);
  expect(answer.statusCode, answer.body).toBe(201);
  const { token } = answer.json() as { token: string };
  const asAdmin = (index: number) =>
    ask(`198.51.108.${index}`, {
      url: '/api/v1/users/profile/',
      headers: { authorization: `Bearer ${token}` },
    });
  const answers = await many(45, asAdmin);
  expect(statuses(answers.slice(0, 30))).toEqual(Array(30).fill(200));
  const late = answers.at(-1);
  expect([late?.statusCode, late?.headers['retry-after']]).toEqual([429, '1']);
  expect(late?.json()).toMatchObject({ code: 'throttled', limit: 'api' });
  expect((await ask('198.51.108.1', { url: '/api/v1/settings/public/open/' })).statusCode).toBe(200);
});

test('an explanation of access names the limit that would refuse the next attempt or request', async () => {
  await server.settleAdmin();
  const estate = estateOf(server.pool);
  const asset = await estate.asset({ name: 'web-1', address: '10.0.0.7' });
  const user = await estate.user('ann');
  await estate.admit(user, { passwordOf: 'admin' });
  await estate.admit(await estate.user('other'), { passwordOf: 'admin', role: builtinRoles.systemAdmin });
  const admin = await server.browserOf('other', adminPassword, '10.0.0.8');
  const told = async (address: string) => {
    const body = { user, asset, account: 'root', protocol: 'ssh', address };
    const answer = await admin.post('/api/v1/perms/explain/', body);
    expect(answer.status, answer.text).toBe(200);
    const { decided_by: by, sign_in } = answer.json as {
      decided_by: string;
      sign_in: { limit: { name: string; most: number } | null };
    };
    return [by === 'limits', sign_in.limit && [sign_in.limit.name, sign_in.limit.most]];
  };
  expect(await told('198.51.111.1')).toEqual([false, null]);
  await many(5, () => takeToken('198.51.111.1', 'ann'));
  expect(await told('198.51.111.1')).toEqual([true, ['account', 5]]);
  expect((await takeToken('198.51.111.1', 'ann')).statusCode).toBe(429);
  await many(2, (index) => takeToken('198.51.111.1', `another-${index}`));
  expect(await told('198.51.111.1')).toEqual([true, ['sign_in', 8]]);
  expect(await told('198.51.111.2')).toEqual([false, null]);
  for (let socket = 0; socket < 2; socket += 1) await server.services.limits.take('sockets', user);
  expect(await told('198.51.111.2')).toEqual([true, ['sockets', 2]]);
  const { token } = (await takeToken('198.51.111.3', 'ann', adminPassword)).json() as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const answers = await many(35, () => ask('198.51.111.3', { url: '/api/v1/users/profile/', headers }));
  expect(answers.at(-1)?.statusCode).toBe(429);
  expect(await told('198.51.111.2')).toEqual([true, ['api', 1]]);
});

test('failed authentication fills the bucket of its address', async () => {
  const guess = () =>
    ask('198.51.109.1', { url: '/api/v1/users/profile/', headers: { authorization: 'Bearer wrong' } });
  const answers = await many(45, guess);
  expect(answers[0]?.statusCode).toBe(401);
  expect(answers.at(-1)?.statusCode).toBe(429);
});

test('servers on one database count together', async () => {
  const config = testConfig(server.config.GATEHOUSE_DATABASE_URL, { GATEHOUSE_LIMIT_SOCKETS: '4' });
  const [serverA, serverB] = [1, 2].map(() =>
    createRateLimits({ cache: createCache(), db: server.services.db, config }),
  );
  const outcomes = await Promise.all(
    [serverA, serverB, serverA, serverB, serverA, serverB].map((limits) =>
      limits?.take('sockets', 'a-user').then(
        () => 'passed',
        () => 'refused',
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(4);
  const unlimited = createRateLimits({
    cache: createCache(),
    db: server.services.db,
    config: testConfig(server.config.GATEHOUSE_DATABASE_URL, { GATEHOUSE_LIMIT_SOCKETS: '0' }),
  });
  await unlimited.take('sockets', 'a-user');
});

test('an invalid proxy list stops the start', () => {
  const url = server.config.GATEHOUSE_DATABASE_URL;
  expect(() => testConfig(url, { GATEHOUSE_TRUST_PROXY: 'everybody' })).toThrow('GATEHOUSE_TRUST_PROXY');
  expect(testConfig(url, { GATEHOUSE_TRUST_PROXY: '10.0.0.0/8, ::1' }).GATEHOUSE_TRUST_PROXY).toEqual([
    '10.0.0.0/8',
    '::1',
  ]);
  expect(testConfig(url).GATEHOUSE_TRUST_PROXY).toBe(false);
});

test('files of the build are not counted: a page with many of them uses up nothing', async () => {
  const answers = await many(40, () => ask('198.51.110.1', { url: '/ui/assets/none.js' }));
  expect(new Set(statuses(answers))).toEqual(new Set([404]));
  expect((await ask('198.51.110.1', { url: '/api/v1/settings/public/open/' })).statusCode).toBe(200);
});
