import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWithPeople, type WithPeople } from '../../../test/mfa.ts';
import type { Browser } from '../../../test/signedIn.ts';

const sent: { to: string; code: string }[] = [];
let isDown = false;
const provider = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://provider');
  sent.push({ to: searchParams.get('to') ?? '', code: searchParams.get('code') ?? '' });
  response.writeHead(isDown ? 503 : 200).end();
});
let server: WithPeople['server'];
let people: WithPeople['people'];
let admin: Browser;
beforeAll(async () => {
  ({ server, people, admin } = await startWithPeople());
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  provider.close();
  await server.stop();
});
beforeEach(async () => {
  sent.length = 0;
  isDown = false;
  await people.set({
    SMS_ENABLED: true,
    SMS_BACKEND: 'custom',
    SMS_CODE_LENGTH: 6,
    CUSTOM_SMS_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
    CUSTOM_SMS_API_PARAMS: { to: '{phone_numbers}', code: '{code}' },
  });
});

const select = '/api/v1/authentication/mfa/select/';
const confirmUrl = '/api/v1/authentication/confirm/';
const ask = (browser: Browser) => browser.post(select, { type: 'sms' });
const prove = (browser: Browser, secret_key: string) =>
  browser.post(confirmUrl, { confirm_type: 'mfa', mfa_type: 'sms', secret_key });
const offered = async (browser: Browser) => (await browser.get(`${confirmUrl}?confirm_type=mfa`)).json;
const signedIn = async (username: string, phone?: string) => {
  const { id, secret } = await people.addBound(admin, username, phone ? { phone } : {});
  return { id, secret, browser: await people.signIn(username, secret) };
};
const listed = async (id: string) =>
  (
    await server.pool.query(
      `select backend, message_type, state, error, text, receiver from audits_messagelog where "user" = $1 and backend = 'sms'`,
      [id],
    )
  ).rows;

test('B-7-024 a code sent to the phone confirms once who a user is, and its delivery is listed without it', async () => {
  const { id, browser } = await signedIn('mia', '+8613800000001');
  expect(await offered(browser)).toMatchObject({
    content: [
      { name: 'otp' },
      {
        name: 'sms',
        disabled: false,
        display_name: 'Text message (SMS)',
        placeholder: 'Code from the message',
      },
    ],
  });
  const asked = await ask(browser);
  expect([asked.status, asked.json]).toEqual([201, { type: 'sms' }]);
  expect(sent).toEqual([{ to: '+8613800000001', code: expect.stringMatching(/^\d{6}$/) }]);
  const { code = '' } = sent[0] ?? {};
  expect((await prove(browser, code === '000000' ? '111111' : '000000')).status).toBe(400);
  expect((await prove(browser, code)).json).toBe('ok');
  expect((await browser.get(`${confirmUrl}check/?confirm_type=mfa`)).json).toBe('ok');
  expect((await prove(browser, code)).status).toBe(400);
  expect(await listed(id)).toEqual([
    {
      backend: 'sms',
      message_type: 'sms_code',
      state: 'sent',
      error: '',
      text: null,
      receiver: 'mia(mia)',
    },
  ]);
  const log = await admin.get('/api/v1/audits/message-logs/?backend=sms&limit=5&offset=0&oid=SYSTEM');
  expect(log.text).toContain('Verification code ••••');
  expect(log.text).not.toContain(code);
});

test('a program signs in with password and the code from its message', async () => {
  await people.addBound(admin, 'bot', { phone: '+8613800000002' });
  const client = server.browser();
  const first = await client.post('/api/v1/authentication/auth/', {
    username: 'bot',
    password: 'Right-password-1',
  });
  expect(first.json).toMatchObject({ error: 'mfa_required', data: { choices: ['otp', 'sms'] } });
  expect((await ask(client)).status).toBe(201);
  const verify = (code: string) =>
    client.post('/api/v1/authentication/mfa/challenge/', { type: 'sms', code });
  expect((await verify('')).status).toBe(400);
  expect((await verify(sent[0]?.code ?? '')).json).toEqual({ msg: 'ok' });
  const done = await client.post('/api/v1/authentication/auth/', {});
  expect([done.status, done.json]).toMatchObject([201, { keyword: 'Bearer' }]);
});

test('the next code is sent after a minute, and replaces the one before', async () => {
  const { id, browser } = await signedIn('nina', '+8613800000003');
  await ask(browser);
  const soon = await ask(browser);
  expect([soon.status, soon.json]).toMatchObject([400, { code: 'interval_too_short' }]);
  expect(sent).toHaveLength(1);
  await server.pool.query('update system_cache set expires_at = now() where key = $1', [`sms_pause:${id}`]);
  expect((await ask(browser)).status).toBe(201);
  const [first, second] = sent.map(({ code }) => code);
  if (first !== second) expect((await prove(browser, first ?? '')).status).toBe(400);
  expect((await prove(browser, second ?? '')).json).toBe('ok');
});

test.each([
  [60, 61, 400],
  [120, 61, 200],
  [120, 121, 400],
])(
  'a code that is valid for %i seconds is answered after %i seconds with %i',
  async (seconds, later, status) => {
    await people.set({ VERIFY_CODE_TTL: seconds });
    const { id, browser } = await signedIn(`pia-${seconds}-${later}`, '+8613800000009');
    await ask(browser);
    const pass = 'update system_cache set expires_at = expires_at - make_interval(secs => $1) where key = $2';
    await server.pool.query(pass, [later, `sms_code:${id}`]);
    expect((await prove(browser, sent[0]?.code ?? '')).status).toBe(status);
    await people.set({ VERIFY_CODE_TTL: 60 });
  },
);

test('a code is not accepted after its time, and no code stands in the database', async () => {
  const { id, browser } = await signedIn('olga', '+8613800000004');
  await ask(browser);
  const { code = '' } = sent[0] ?? {};
  const { rows } = await server.pool.query(
    'select value::text as value, extract(epoch from expires_at - now()) as left from system_cache where key = $1',
    [`sms_code:${id}`],
  );
  expect(rows[0]?.value).not.toContain(code);
  expect(Number(rows[0]?.left)).toBeLessThanOrEqual(60);
  await server.pool.query('update system_cache set expires_at = now() where key = $1', [`sms_code:${id}`]);
  expect((await prove(browser, code)).status).toBe(400);
});

test('when the provider does not take it, the user is told, the failure is listed, and may be tried again at once', async () => {
  const { id, browser } = await signedIn('pia', '+8613800000005');
  isDown = true;
  const failed = await ask(browser);
  expect([failed.status, failed.json]).toEqual([
    400,
    { error: expect.stringContaining('could not be sent') },
  ]);
  expect(await listed(id)).toMatchObject([{ state: 'failed', error: '503', text: null }]);
  isDown = false;
  expect((await ask(browser)).status).toBe(201);
});

test('wrong codes lock as those of the app do', async () => {
  const { browser } = await signedIn('quin', '+8613800000006');
  await ask(browser);
  for (let tries = 1; tries < 7; tries += 1) await prove(browser, 'nothing');
  expect((await prove(browser, 'nothing')).json).toEqual({ error: expect.stringContaining('is locked') });
  expect((await prove(browser, sent[0]?.code ?? '')).status).toBe(400);
});

test('without a phone, an app or a provider there is no code', async () => {
  const { browser, secret } = await signedIn('rosa');
  expect(await offered(browser)).toMatchObject({
    content: [{ name: 'otp' }, { name: 'sms', disabled: true }],
  });
  const phoneless = await ask(browser);
  expect([phoneless.status, phoneless.text]).toMatchObject([400, expect.stringContaining('no phone number')]);
  await people.set({ SMS_ENABLED: false });
  expect((await ask(browser)).json).toEqual({ error: 'This MFA method is not available.' });
  expect(await offered(browser)).toMatchObject({ content: [{ name: 'otp' }] });
  expect((await prove(browser, '')).json).toEqual({ error: 'This MFA method is not available.' });
  await people.set({ SMS_ENABLED: true, CUSTOM_SMS_URL: '' });
  expect((await ask(browser)).json).toEqual({ error: 'This MFA method is not available.' });
  await people.addUser(admin, 'sam', { phone: '+8613800000007' });
  await people.set({ CUSTOM_SMS_URL: 'http://127.0.0.1:1/' });
  const appless = await server.browserOf('sam', 'Right-password-1');
  expect((await ask(appless)).json).toEqual({ error: 'This MFA method is not available.' });
  expect([sent, secret.length > 0]).toEqual([[], true]);
});
