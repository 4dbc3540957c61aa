import { createHmac, randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPassword, type Browser, startServer } from '../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let other: string;
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  other = ((await admin.post('/api/v1/orgs/orgs/', { name: 'Other' })).json as { id: string }).id;
});
afterAll(() => server.stop());

const defaultOrg = '00000000-0000-0000-0000-000000000002';
const root = '00000000-0000-0000-0000-000000000000';
const orgAdmin = builtinRoles.orgAdmin.id;
const password = 'Right-password-1';

const addUser = async (username: string, more: object = {}, org = defaultOrg) => {
  const made = await admin.post(
    '/api/v1/users/users/',
    {
      name: username,
      username,
      email: `${username}@example.com`,
      password_strategy: 'custom',
      password,
      ...more,
    },
    { 'x-jms-org': org },
  );
  expect(made.status, made.text).toBe(201);
  return (made.json as { id: string }).id;
};
type Token = { token: string; keyword: string; user: { username: string }; date_expired: string };
const takeToken = async (username: string, address = '10.9.0.1', secret = password) =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/authentication/auth/',
    payload: { username, password: secret },
    remoteAddress: address,
  });
const withHeader = (authorization: string, url = '/api/v1/users/profile/', more: object = {}) =>
  server.app.inject({
    method: 'GET',
    url,
    ...more,
    headers: { authorization, ...(more as { headers?: object }).headers },
  });

test('a program gets a token for username and password, and another one for every sign-in', async () => {
  await addUser('robot');
  const first = await takeToken('robot');
  expect(first.statusCode).toBe(201);
  const body = first.json() as Token;
  expect(body).toMatchObject({ keyword: 'Bearer', user: { username: 'robot' } });
  expect(body.token).toHaveLength(36);
  expect(body.date_expired).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}$/);
  const second = ((await takeToken('robot')).json() as Token).token;
  expect(second).not.toBe(body.token);
  expect((await withHeader(`Bearer ${second}`)).statusCode).toBe(200);
  expect((await withHeader(`Bearer ${body.token}`)).json()).toMatchObject({ username: 'robot' });
  // No CSRF for tokens, which browsers do not send automatically.
  const posted = await server.app.inject({
    method: 'PATCH',
    url: '/api/v1/users/profile/',
    headers: { authorization: `Bearer ${body.token}` },
    payload: { comment: 'from a program' },
  });
  expect(posted.json()).toMatchObject({ comment: 'from a program' });
});

test('wrong credentials of every kind are answered 401 with a challenge', async () => {
  for (const header of [
    'Bearer x',
    'Bearer',
    'Bearer a b',
    'Token x',
    'Signature keyId="x"',
    `Signature keyId="${randomUUID()}",signature="eA=="`,
  ]) {
    const answer = await withHeader(header);
    expect([header, answer.statusCode]).toEqual([header, 401]);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.json()).toMatchObject({ code: 'authentication_failed' });
  }
});

test('the token endpoint answers a wrong password and an expired one with different codes', async () => {
  const wrong = await takeToken('robot', '10.9.0.3', 'wrong');
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json()).toMatchObject({ error: 'password_failed' });
  const unknown = await takeToken('no-such-robot', '10.9.0.3', 'wrong');
  expect(unknown.json()).toMatchObject({ error: 'password_failed' });
  await addUser('fresh-robot', { need_update_password: true });
  expect((await takeToken('fresh-robot')).json()).toMatchObject({ error: 'password_expired' });
});

test('a changed password ends tokens and other web sessions, but not the current one', async () => {
  await addUser('changer');
  const { token } = (await takeToken('changer')).json() as Token;
  const [here, there] = [
    await server.browserOf('changer', password),
    await server.browserOf('changer', password),
  ];
  const body = {
    old_password: password,
    new_password: 'Another-pass-1',
    new_password_again: 'Another-pass-1',
  };
  expect((await here.put('/api/v1/users/profile/password/', { ...body, old_password: 'x' })).json).toEqual({
    old_password: ['The current password is wrong.'],
  });
  expect(
    (await here.put('/api/v1/users/profile/password/', { ...body, new_password_again: 'y' })).json,
  ).toEqual({
    new_password_again: ['The two entries do not match.'],
  });
  expect((await here.put('/api/v1/users/profile/password/', body)).status).toBe(200);
  expect((await here.get('/api/v1/users/profile/')).status).toBe(200);
  expect((await there.get('/api/v1/users/profile/')).status).toBe(401);
  expect((await withHeader(`Bearer ${token}`)).statusCode).toBe(401);
});

const makeKey = async (browser: Browser, secret = password) => {
  const confirmed = await browser.post('/api/v1/authentication/confirm/', {
    confirm_type: 'password',
    secret_key: secret,
  });
  expect(confirmed.status, confirmed.text).toBe(200);
  expect((await browser.post('/api/v1/authentication/access-keys/', [])).status).toBe(400);
  const made = await browser.post('/api/v1/authentication/access-keys/', {});
  expect(made.status, made.text).toBe(201);
  return made.json as { id: string; secret: string };
};

const signed = (
  key: { id: string; secret: string },
  request: { url: string; date?: Date; headers?: string; path?: string },
) => {
  const date = (request.date ?? new Date()).toUTCString();
  const lines = { '(request-target)': `get ${request.path ?? request.url}`, date };
  const names = (request.headers ?? '(request-target) date').split(' ');
  const text = names.map((name) => `${name}: ${lines[name as keyof typeof lines]}`).join('\n');
  const signature = createHmac('sha256', key.secret).update(text).digest('base64');
  return {
    date,
    authorization: `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="${names.join(' ')}",signature="${signature}"`,
  };
};

test('A-9-013 B-3-048 B-7-022 B-7-023 API keys are created after confirmation, show their secret once, and are at most ten', async () => {
  await addUser('keyholder');
  const browser = await server.browserOf('keyholder', password);
  const refused = await browser.post('/api/v1/authentication/access-keys/', {});
  expect(refused.status).toBe(412);
  expect(refused.json).toMatchObject({ type: 'user_confirm_required', code: 'password' });
  expect((await browser.get('/api/v1/authentication/confirm/?confirm_type=password')).json).toEqual({
    confirm_type: 'password',
    content: [
      { name: 'password', disabled: false, display_name: 'Password', placeholder: 'Your sign-in password' },
    ],
  });
  const wrong = await browser.post('/api/v1/authentication/confirm/', {
    confirm_type: 'password',
    secret_key: 'x',
  });
  expect([wrong.status, wrong.json]).toEqual([400, { error: 'The password is wrong.' }]);
  const key = await makeKey(browser);
  expect(key.secret).toHaveLength(36);
  const listed = await browser.get('/api/v1/authentication/access-keys/');
  expect(listed.text).not.toContain(key.secret);
  expect(Object.keys((listed.json as object[])[0] ?? {})).not.toContain('secret');
  const found = async (query: string) =>
    (await browser.get(`/api/v1/authentication/access-keys/?${query}`)).json as object[];
  expect([await found(`search=${key.id.slice(0, 8)}`), await found('fields_size=mini')]).toEqual([
    listed.json,
    listed.json,
  ]);
  expect(await found('search=nothing')).toEqual([]);
  for (let count = 1; count < 10; count += 1)
    expect((await browser.post('/api/v1/authentication/access-keys/', {})).status).toBe(201);
  const eleventh = await browser.post('/api/v1/authentication/access-keys/', {});
  expect([eleventh.status, eleventh.json]).toEqual([400, ['You may have at most 10 API keys.']]);
  // Another user's key is not found.
  expect((await admin.get(`/api/v1/authentication/access-keys/${key.id}/`)).status).toBe(404);
});

test('a signature is valid for one recent request from an allowed address', async () => {
  await addUser('signer');
  const browser = await server.browserOf('signer', password);
  const key = await makeKey(browser);
  const url = '/api/v1/users/profile/?fields_size=mini';
  const send = (headers: Record<string, string>, to = url, remoteAddress = '10.9.1.1') =>
    server.app.inject({ method: 'GET', url: to, headers, remoteAddress });
  expect((await send(signed(key, { url }))).json()).toMatchObject({ username: 'signer' });
  expect((await send(signed(key, { url: '/api/v1/users/users/' }))).statusCode).toBe(401);
  expect((await send(signed(key, { url, date: new Date(Date.now() - 6 * 60_000) }))).statusCode).toBe(401);
  expect((await send(signed(key, { url, date: new Date(Date.now() + 6 * 60_000) }))).statusCode).toBe(401);
  expect((await send(signed(key, { url, headers: 'date' }))).statusCode).toBe(401);
  // An intercepted signature is valid for no other URL, method or date.
  const overheard = signed(key, { url });
  expect((await send(overheard, `${url}&all=1`)).statusCode).toBe(401);
  const written = {
    method: 'PATCH' as const,
    url,
    headers: overheard,
    remoteAddress: '10.9.1.1',
    payload: {},
  };
  expect((await server.app.inject(written)).statusCode).toBe(401);
  const redated = { ...overheard, date: new Date(Date.now() + 60_000).toUTCString() };
  expect((await send(redated)).statusCode).toBe(401);
  expect((await send(signed({ ...key, secret: 'x' }, { url }))).statusCode).toBe(401);
  const { rows } = await server.pool.query(
    'select date_last_used from authentication_accesskey where id = $1',
    [key.id],
  );
  expect(rows[0].date_last_used).not.toBeNull();
  await browser.patch(`/api/v1/authentication/access-keys/${key.id}/`, { ip_group: ['10.9.1.0/24'] });
  expect((await send(signed(key, { url }))).statusCode).toBe(200);
  expect((await send(signed(key, { url }), url, '10.9.2.1')).statusCode).toBe(401);
  await browser.patch(`/api/v1/authentication/access-keys/${key.id}/`, { is_active: false });
  expect((await send(signed(key, { url }))).statusCode).toBe(401);
  const logs = await admin.get(`/api/v1/audits/operate-logs/?resource_id=${key.id}`);
  const named = (logs.json as { resource: string }[]).map((log) => log.resource);
  expect(named).toEqual(Array(3).fill(`#${key.id.slice(0, 8)}`));
  expect(logs.text).not.toContain(key.secret);
});

test('A-7-003 A-7-011 the organization is named by query before header before cookie, as id, name or keyword', async () => {
  const current = async (query: string, headers: Record<string, string> = {}, cookie?: string) => {
    if (cookie) admin.cookies.set('X-JMS-ORG', cookie);
    const answer = await admin.get(`/api/v1/orgs/orgs/current/${query}`, undefined, headers);
    admin.cookies.delete('X-JMS-ORG');
    return (answer.json as { name: string }).name;
  };
  expect(await current('')).toBe('DEFAULT');
  expect(await current('', {}, other)).toBe('Other');
  expect(await current('', { 'x-jms-org': defaultOrg }, other)).toBe('DEFAULT');
  expect(await current('?oid=Other', { 'x-jms-org': defaultOrg })).toBe('Other');
  expect(await current('?oid=ROOT')).toBe('GLOBAL');
  expect(await current('?oid=system')).toBe('SYSTEM');
  expect(await current('?oid=nowhere')).toBe('DEFAULT');
});

test('A-6-004 permissions are those of the organization of the request', async () => {
  const id = await addUser('local-admin', { org_roles: [orgAdmin] });
  await admin.post(
    '/api/v1/users/users/invite/',
    { users: [id], org_roles: [builtinRoles.orgUser.id] },
    { 'x-jms-org': other },
  );
  const browser = await server.browserOf('local-admin', password);
  type Profile = {
    perms: string[];
    console_orgs: { id: string }[];
    workbench_orgs: { name: string }[];
    is_org_admin: boolean;
  };
  const profileIn = async (org: string) =>
    (await browser.get('/api/v1/users/profile/', undefined, { 'x-jms-org': org })).json as Profile;
  const here = await profileIn(defaultOrg);
  expect(here.perms).toContain('assets.add_asset');
  expect(here.is_org_admin).toBe(true);
  expect(here.console_orgs.map((org) => org.id)).toEqual([defaultOrg]);
  expect(here.workbench_orgs.map((org) => org.name)).toEqual(['All organizations', 'DEFAULT', 'Other']);
  const there = await profileIn(other);
  expect(there.perms).not.toContain('assets.add_asset');
  expect(there.is_org_admin).toBe(false);
  const add = (org: string) =>
    browser.post('/api/v1/assets/domains/', { name: `by-local-admin` }, { 'x-jms-org': org });
  expect((await add(defaultOrg)).status).toBe(201);
  expect((await add(other)).status).toBe(403);
  // A removed role is gone at the next request.
  await admin.patch(`/api/v1/users/users/${id}/`, { org_roles: [builtinRoles.orgUser.id] });
  expect((await add(defaultOrg)).status).toBe(403);
});

test('non-members can neither enter nor probe an organization', async () => {
  await admin.post('/api/v1/assets/nodes/', { full_value: '/Other/secret-place' }, { 'x-jms-org': other });
  await addUser('outsider');
  const browser = await server.browserOf('outsider', password);
  const entered = await browser.get('/api/v1/orgs/orgs/current/', undefined, { 'x-jms-org': other });
  expect(entered.json).toMatchObject({ name: 'DEFAULT' });
  for (const org of [other, root, 'Other'])
    expect(
      (await browser.get('/api/v1/assets/nodes/suggestions/', undefined, { 'x-jms-org': org })).text,
    ).not.toContain('secret-place');
  expect(
    (await admin.get('/api/v1/assets/nodes/suggestions/?search=secret', undefined, { 'x-jms-org': root }))
      .text,
  ).toContain('secret-place');
});

test('a change that names a deleted or foreign organization is refused, unless only a cookie names it', async () => {
  await addUser('wanderer');
  const url = '/api/v1/assets/domains/';
  const gone = '3f2b8c10-9999-4999-8999-999999999999';
  const wanderer = await server.browserOf('wanderer', password);
  for (const [by, org] of [
    [admin, gone],
    [admin, 'nowhere'],
    [wanderer, other],
    [wanderer, gone],
  ] as const) {
    const refused = await by.post(url, { name: 'astray' }, { 'x-jms-org': org });
    expect([refused.status, refused.json]).toMatchObject([404, { code: 'organization_lost' }]);
    expect((await by.get('/api/v1/users/profile/', undefined, { 'x-jms-org': org })).status).toBe(200);
  }
  admin.cookies.set('X-JMS-ORG', gone);
  expect((await admin.post(url, { name: 'of-a-cookie' })).status).toBe(201);
  admin.cookies.delete('X-JMS-ORG');
  expect((await admin.post(url, { name: 'by-word' }, { 'x-jms-org': 'default' })).status).toBe(201);
});

test('a user without any organization sees nothing of any', async () => {
  const id = await addUser('homeless');
  await admin.post(`/api/v1/users/users/${id}/remove/`);
  const browser = await server.browserOf('homeless', password);
  expect((await browser.get('/api/v1/users/profile/')).json).toMatchObject({ workbench_orgs: [] });
  await admin.post('/api/v1/assets/nodes/', { full_value: '/DEFAULT/default-place' });
  expect((await browser.get('/api/v1/assets/nodes/suggestions/')).json).toEqual([]);
});

test('datetimes use the time zone of the request', async () => {
  const shown = async (zone: string) =>
    (
      (await admin.get('/api/v1/settings/server-info/', undefined, { 'x-tz': zone })).json as {
        CURRENT_TIME: string;
      }
    ).CURRENT_TIME;
  expect(await shown('Asia/Tokyo')).toMatch(/ \+0900$/);
  expect(await shown('undefined')).toMatch(/ \+0000$/);
});

test('B-7-008 a check of a confirmation level is 412 before the confirmation and "ok" after it', async () => {
  const browser = await server.browserOf('admin', adminPassword);
  const url = '/api/v1/authentication/confirm/check/?confirm_type=password';
  expect((await browser.get(url)).json).toMatchObject({ type: 'user_confirm_required', code: 'password' });
  // Of the tasks of accounts, one needs it: clients ask with the action alone.
  const tasks = (action: string) => browser.post('/api/v1/accounts/accounts/tasks/', { action });
  expect((await tasks('verify')).status).toBe(400);
  expect((await tasks('remove')).json).toMatchObject({ type: 'user_confirm_required', code: 'password' });
  const offered = (await browser.get('/api/v1/authentication/confirm/?confirm_type=password')).json as {
    confirm_type: string;
  };
  expect(offered.confirm_type).toBe('password');
  const done = await browser.post('/api/v1/authentication/confirm/', {
    confirm_type: offered.confirm_type,
    secret_key: adminPassword,
  });
  expect([done.status, done.json]).toEqual([200, 'ok']);
  expect((await browser.get(url)).json).toBe('ok');
  expect((await tasks('remove')).status).toBe(400);
  // Another web session of the same user has no confirmation.
  expect((await (await server.browserOf('admin', adminPassword)).get(url)).status).toBe(412);
});

test('a confirmation holds for the token that gave it, not for the token of the next sign-in', async () => {
  await addUser('prover');
  const issued = async () => `Bearer ${((await takeToken('prover')).json() as Token).token}`;
  const check = (token: string) =>
    withHeader(token, '/api/v1/authentication/confirm/check/?confirm_type=password');
  const first = await issued();
  const confirmed = await server.app.inject({
    method: 'POST',
    url: '/api/v1/authentication/confirm/',
    headers: { authorization: first },
    payload: { confirm_type: 'password', secret_key: password },
  });
  expect(confirmed.json()).toBe('ok');
  expect([(await check(first)).statusCode, (await check(await issued())).statusCode]).toEqual([200, 412]);
  expect((await check(first)).statusCode).toBe(200);
});

test("guesses of one's own password are rate limited", async () => {
  await addUser('guesser');
  const browser = await server.browserOf('guesser', password);
  const verify = (signature: string) =>
    browser.post('/api/v1/authentication/password/verify/', { password: signature });
  expect((await verify('x')).json).toMatchObject({ code: 'passwd_invalid' });
  for (let round = 1; round < 7; round += 1)
    expect((await verify('x')).json).toMatchObject({ code: 'passwd_invalid' });
  expect((await verify(password)).status).toBe(429);
  const elsewhere = await server.browserOf('guesser', password, '10.1.9.9');
  const there = await elsewhere.post('/api/v1/authentication/password/verify/', { password });
  expect(there.status, there.text).toBe(200);
});
