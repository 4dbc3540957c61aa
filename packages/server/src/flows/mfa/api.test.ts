import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password, startWithPeople, type WithPeople } from '../../../test/mfa.ts';
import { totpCode } from '../../../test/totpCode.ts';

let server: WithPeople['server'];
let people: WithPeople['people'];
let admin: WithPeople['admin'];
beforeAll(async () => {
  ({ server, people, admin } = await startWithPeople());
});
afterAll(() => server.stop());

const base = '/api/v1/authentication/';
const withToken = (token: string) =>
  server.app.inject({
    method: 'GET',
    url: '/api/v1/users/profile/',
    remoteAddress: '10.1.1.1',
    headers: { authorization: `Bearer ${token}` },
  });

test('a program is told that an MFA code is needed, sends it, and gets its token', async () => {
  const { secret } = await people.addBound(admin, 'robot');
  const client = server.browser();
  const first = await client.post(`${base}auth/`, { username: 'robot', password });
  expect([first.status, first.json]).toEqual([
    200,
    {
      error: 'mfa_required',
      msg: 'An MFA code is required.',
      data: { choices: ['otp'], url: `${base}mfa/challenge/` },
    },
  ]);
  for (const nothing of [{}, { username: 'robot' }, { password }])
    expect(await client.post(`${base}auth/`, nothing)).toMatchObject({
      status: 400,
      json: { error: 'password_failed', msg: 'Enter a username and a password.' },
    });
  const wrong = await client.post(`${base}mfa/challenge/`, { type: 'otp', code: '000000' });
  expect([wrong.status, wrong.json]).toMatchObject([401, { error: 'mfa_failed' }]);
  const code = await people.nextCode('robot', secret);
  const right = await client.post(`${base}mfa/challenge/`, { type: 'otp', code });
  expect([right.status, right.json]).toEqual([200, { msg: 'ok' }]);
  // The code does not sign in another user.
  expect((await client.post(`${base}auth/`, { username: 'admin', password })).status).toBe(400);
  const done = await client.post(`${base}auth/`, { username: 'robot', password });
  // The profile of the answer has the user's own roles, like that of the next request.
  expect((done.json as { user: object }).user).toMatchObject({
    system_roles: [expect.anything()],
    org_roles: expect.any(Array),
  });
  expect([done.status, done.json]).toMatchObject([201, { keyword: 'Bearer', user: { username: 'robot' } }]);
  expect(await people.log('robot')).toMatchObject([{ mfa: 1, status: true }]);
  const { token } = done.json as { token: string };
  // The token needs no further code; the next sign-in needs a new one.
  expect((await withToken(token)).json()).toMatchObject({ username: 'robot' });
  expect((await client.post(`${base}auth/`, { username: 'robot', password })).json).toMatchObject({
    error: 'mfa_required',
  });
});

test('without a sign-in there is nothing to confirm, and codes are not sent', async () => {
  for (const path of ['verify', 'challenge', 'select', 'send-code']) {
    const answer = await server.browser().post(`${base}mfa/${path}/`, { type: 'sms', code: '1' });
    expect([path, answer.status, answer.json]).toMatchObject([
      path,
      401,
      { error: 'session_empty', code: 'not_authenticated', detail: expect.any(String) },
    ]);
  }
  for (const path of ['select', 'send-code'])
    expect(await server.browser().post(`${base}mfa/${path}/`, {})).toMatchObject({
      status: 400,
      json: { type: ['This field is required.'] },
    });
  const answer = await admin.post(`${base}mfa/select/`, { type: 'sms' });
  expect([answer.status, answer.json]).toEqual([400, { error: 'This MFA method is not available.' }]);
});

test('a user who must have MFA and has none gets no token', async () => {
  await people.addUser(admin, 'unset', { mfa_level: 2 });
  const client = server.browser();
  const refused = await client.post(`${base}auth/`, { username: 'unset', password });
  expect([refused.status, refused.json]).toMatchObject([400, { error: 'mfa_unset' }]);
  const tried = await client.post(`${base}mfa/challenge/`, { code: '000000' });
  expect([tried.status, tried.json]).toMatchObject([401, { error: 'mfa_unset' }]);
  expect((await client.post(`${base}auth/`, { username: 'unset', password })).status).toBe(400);
  expect(await people.log('unset')).toMatchObject([{ mfa: 1, reason: 'mfa_unset', status: false }]);
});

test('too many wrong MFA codes lock programs out too', async () => {
  const { secret } = await people.addBound(admin, 'hasty');
  const client = server.browser();
  await client.post(`${base}auth/`, { username: 'hasty', password });
  for (let tries = 1; tries < 7; tries += 1) await client.post(`${base}mfa/verify/`, { code: '000000' });
  expect((await client.post(`${base}mfa/verify/`, { code: '000000' })).json).toMatchObject({
    error: 'block_mfa',
  });
  const code = await people.nextCode('hasty', secret);
  expect((await client.post(`${base}mfa/verify/`, { code })).json).toMatchObject({ error: 'block_mfa' });
});

test('an access key needs no MFA code', async () => {
  const { secret } = await people.addBound(admin, 'keyed');
  const browser = await people.signIn('keyed', secret);
  const proof = { confirm_type: 'mfa', mfa_type: 'otp', secret_key: totpCode(secret, 1) };
  expect((await browser.post(`${base}confirm/`, proof)).status).toBe(200);
  const key = (await browser.post(`${base}access-keys/`, {})).json as { id: string; secret: string };
  const [url, date] = ['/api/v1/users/profile/', new Date().toUTCString()];
  const text = `(request-target): get ${url}\ndate: ${date}`;
  const signature = createHmac('sha256', key.secret).update(text).digest('base64');
  const authorization = `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="(request-target) date",signature="${signature}"`;
  const answer = await server.app.inject({ method: 'GET', url, headers: { date, authorization } });
  expect(answer.json()).toMatchObject({ username: 'keyed' });
});

test('a pending sign-in needs no approval, and can be cancelled', async () => {
  const url = `${base}login-confirm-ticket/status/`;
  const none = { error: 'login_confirm_error', data: { ticket_id: '', username: '' } };
  const stranger = await server.browser().get(url);
  expect([stranger.status, stranger.json]).toMatchObject([200, none]);
  const { secret } = await people.addBound(admin, 'waiting');
  const client = server.browser();
  await client.post(`${base}auth/`, { username: 'waiting', password });
  expect((await client.get(url)).json).toEqual({ msg: 'ok' });
  expect((await client.delete(url)).status).toBe(200);
  expect((await client.get(url)).json).toMatchObject(none);
  const code = await people.nextCode('waiting', secret);
  expect((await client.post(`${base}mfa/challenge/`, { code })).json).toMatchObject({
    error: 'session_empty',
  });
  // A signed-in user stays signed in.
  expect((await admin.delete(url)).status).toBe(200);
  expect((await admin.get('/api/v1/users/profile/')).status).toBe(200);
});
