import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';
import { forgetSecondFactors } from './secondFactors.ts';

const url = '/api/v1/users/users/';
const password = 'Right-password-1';
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHUmzgWxHZ7fTSuGYG7eCR2GgbXVT1cWOfCDEpTpIhNz laptop';
let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const add = (username: string, more: Json = {}, by = inventory.admin) =>
  inventory.made(
    by.post(url, {
      ...{ name: username.toUpperCase(), username, email: `${username}@example.com` },
      ...{ password_strategy: 'custom', password },
      ...more,
    }),
  );
const root = () => inventory.as({ superuser: true, org: ROOT_ORG_ID });
const lines = async (id: string) => {
  const { rows } = await inventory.pool.query(
    'select action, resource, resource_key, diff from audits_operatelog where resource_id = $1 order by datetime',
    [id],
  );
  return rows.slice(1);
};
const messages = async (id: string) => {
  const { rows } = await inventory.pool.query(
    'select text from notifications_sitemessage where "user" = $1 order by date_created',
    [id],
  );
  return rows.map(({ text }) => text);
};
const refusal = async (reply: Promise<{ status: number; json: never }>) => {
  const { status, json } = await reply;
  const { detail, error } = json as { detail?: string; error?: string };
  return [status, detail ?? error ?? json];
};

test('resetting the password, key or MFA of a user is logged without secrets, and the user gets a message', async () => {
  const { id } = await add('cared', { public_key: key });
  await inventory.pool.query("update users_user set otp_secret = 'x' where id = $1", [id]);
  expect(
    (await inventory.admin.patch(`${url}${id}/password/`, { password: 'Another-password-2' })).status,
  ).toBe(200);
  expect((await inventory.admin.patch(`${url}${id}/pubkey/reset/`)).json).toMatchObject({
    id,
    username: 'cared',
  });
  expect((await inventory.admin.get(`${url}${id}/mfa/reset/`)).json).toEqual({ msg: 'success' });
  const reset = bodyOf(await inventory.admin.patch(`${url}${id}/password/reset/`, {}));
  expect(reset).toMatchObject({ id, need_update_password: true });
  expect(reset.reset_url).toMatch(
    /^http:\/\/localhost(:80)?\/core\/auth\/password\/reset\/\?token=[\w-]{43}$/,
  );
  const line = (action: string, field: string, diff: [string, string]) => ({
    action,
    resource: 'CARED(cared)',
    resource_key: 'users.user',
    diff: { [field]: diff },
  });
  expect(await lines(id)).toEqual([
    line('change_password', 'Password', ['', '******']),
    line('update', 'SSH public key', ['******', '']),
    line('update', 'OTP set up', ['******', '']),
    line('change_password', 'Password', ['', '******']),
  ]);
  const by = 'Tester(tester)';
  expect(await messages(id)).toEqual([
    { key: 'password_changed', params: { by, ip: '127.0.0.1' } },
    { key: 'public_key_removed', params: { by } },
    { key: 'mfa_reset', params: { by } },
    { key: 'password_reset', params: { by } },
  ]);
  const changes = await inventory.pool.query(
    'select "user", change_by, remote_addr from audits_passwordchangelog where "user" = $1',
    ['CARED(cared)'],
  );
  expect(changes.rows.at(-1)).toEqual({ user: 'CARED(cared)', change_by: by, remote_addr: '127.0.0.1' });
  const { rows } = await inventory.pool.query('select public_key, otp_secret from users_user where id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ public_key: '', otp_secret: null }]);
});

test('resetting a missing public key or MFA is not logged and sends no message', async () => {
  const { id } = await add('bare');
  expect((await inventory.admin.patch(`${url}${id}/pubkey/reset/`)).status).toBe(200);
  expect((await inventory.admin.get(`${url}${id}/mfa/reset/`)).status).toBe(200);
  expect([await lines(id), await messages(id)]).toEqual([[], []]);
});

test('a reset of MFA forgets every kind of second factor, and tells which ones the user had', async () => {
  const { id } = await add('factored');
  const { db } = inventory.services;
  const asked: string[] = [];
  const kind = (label: string, had: boolean) => ({
    label,
    forget: async (userId: string) => {
      asked.push(`${label} ${userId}`);
      return had;
    },
  });
  const had = await forgetSecondFactors(id, db, [kind('a', false), kind('b', true), kind('c', true)]);
  expect(had.map(({ label }) => label)).toEqual(['b', 'c']);
  expect(asked).toEqual(['a', 'b', 'c'].map((label) => `${label} ${id}`));
  await inventory.pool.query("update users_user set otp_secret = 'x', otp_last_step = 7 where id = $1", [id]);
  const forgotten = [await forgetSecondFactors(id, db), await forgetSecondFactors(id, db)];
  expect(forgotten).toMatchObject([[{ label: 'is_otp_secret_key_bound' }], []]);
});

test('blocked users are found by a filter and unblocked together, each with an entry in the log', async () => {
  const { lockOut, db } = inventory.services;
  const added = [await add('shut-1'), await add('shut-2'), await add('open-1')];
  const [one, two, free] = added.map(({ id }) => id);
  for (const name of ['shut-1', 'shut-2', 'unknown name'])
    for (let guess = 0; guess < 7; guess += 1) {
      await lockOut.begin(name, '10.8.0.1', db);
      await lockOut.fail(name, '10.8.0.1', db);
    }
  const found = async (blocked: string) =>
    ((await inventory.admin.get(`${url}?login_blocked=${blocked}`)).json as Json[]).map(
      ({ username }) => username,
    );
  expect(await found('true')).toEqual(['shut-1', 'shut-2']);
  expect(await found('0')).toContain('open-1');
  expect((await inventory.admin.get(`${url}?login_blocked=perhaps`)).status).toBe(400);
  const unblock = (ids: unknown[]) => inventory.admin.post(`${url}unblock/`, { ids });
  expect((await unblock([one, randomUUID()])).status).toBe(404);
  expect(await found('true')).toEqual(['shut-1', 'shut-2']);
  expect((await unblock([one, two, free])).json).toEqual({ unblocked: 2 });
  expect(await found('true')).toEqual([]);
  const entry = { action: 'update', diff: { 'Sign-in blocked': ['Yes', 'No'] } };
  expect([await lines(String(one)), await lines(String(free))]).toMatchObject([[entry], []]);
});

test('a password reset link starts with the configured site address', async () => {
  const { id } = await add('addressed');
  const { settings, db } = inventory.services;
  await settings.set({ SITE_URL: 'https://gate.example/' }, db);
  await settings.reload();
  const { reset_url } = bodyOf(await inventory.admin.patch(`${url}${id}/password/reset/`, {}));
  expect(reset_url).toMatch(/^https:\/\/gate\.example\/core\/auth\/password\/reset\/\?token=/);
});

test('the password of a directory user cannot be changed', async () => {
  const { id } = await add('directed');
  await inventory.pool.query("update users_user set source = 'ldap' where id = $1", [id]);
  const why = ["This user's password is managed by an external identity source."];
  expect(await refusal(inventory.admin.patch(`${url}${id}/password/`, { password }))).toEqual([
    400,
    { password: why },
  ]);
  expect(await refusal(inventory.admin.patch(`${url}${id}/password/reset/`, {}))).toEqual([
    400,
    { source: why },
  ]);
  const hash = async () =>
    (await inventory.pool.query('select password_hash from users_user where id = $1', [id])).rows[0]
      .password_hash;
  const before = await hash();
  await inventory.admin.patch(`${url}${id}/`, { password: 'Another-password-2' });
  expect(await hash()).toBe(before);
});

test('a password set by an administrator leaves need_update_password unchanged unless it is sent too', async () => {
  const { id } = await add('dutiful', { need_update_password: true });
  const duty = async () => bodyOf(await inventory.admin.get(`${url}${id}/`)).need_update_password;
  await inventory.admin.patch(`${url}${id}/password/`, { password: 'Another-password-2' });
  expect(await duty()).toBe(true);
  await inventory.admin.patch(`${url}${id}/`, {
    password: 'Another-password-3',
    need_update_password: false,
  });
  expect(await duty()).toBe(false);
  await inventory.admin.patch(`${url}${id}/`, { password: 'Another-password-4' });
  expect(await duty()).toBe(false);
  expect(await messages(id)).toHaveLength(3);
});

test('the user gets a message about a changed public key, but not about an unchanged one', async () => {
  const { id } = await add('keyed', { public_key: key });
  expect(await messages(id)).toEqual([]);
  await inventory.admin.patch(`${url}${id}/`, { public_key: key, comment: 'x' });
  expect(await messages(id)).toEqual([]);
  await inventory.admin.patch(`${url}${id}/`, { public_key: key.replace('laptop', 'tower') });
  expect(await messages(id)).toEqual([
    { key: 'public_key_changed', params: { by: 'Tester(tester)', ip: '127.0.0.1' } },
  ]);
});

test('each refused operation on a user gives the reason', async () => {
  const { id } = await add('myself');
  const me = inventory.as({ superuser: true, id, username: 'myself' });
  const first = bodyOf<{ id: string }>(
    await inventory.admin.post(url, { name: 'A', username: 'admin', email: 'a@example.com' }),
  );
  const boss = await add('boss', { system_roles: [builtinRoles.systemAdmin.id] });
  const auditor = await add('auditor', { system_roles: [builtinRoles.systemAuditor.id] });
  const permissions = ['users.view_user', 'users.change_user', 'users.delete_user', 'users.invite_user'];
  const clerk = inventory.as({ permissions, id: randomUUID() });
  const robot = inventory.as({ permissions, serviceAccount: true });
  const superusersOnly = [403, 'BOSS(boss) is a superuser. Only superusers can do this to a superuser.'];
  const beyond = [
    403,
    'AUDITOR(auditor) has permissions that you do not have, so you cannot do this to that user.',
  ];
  const ownProfile = [403, 'Change your own password in your profile. You will need your current password.'];
  const cases: [() => Promise<{ status: number; json: never }>, unknown][] = [
    [() => me.delete(`${url}${id}/`), [403, 'You cannot delete your own user.']],
    [() => me.delete(`${url}${first.id}/`), [403, 'The user "admin" cannot be deleted.']],
    [() => me.patch(`${url}${id}/`, { password: 'Another-password-2' }), ownProfile],
    [() => me.patch(`${url}${id}/password/`, { password: 'Another-password-2' }), ownProfile],
    [() => me.get(`${url}${id}/mfa/reset/`), [400, 'Reset your own MFA on your profile page.']],
    [() => clerk.delete(`${url}${boss.id}/`), superusersOnly],
    [() => clerk.patch(`${url}${boss.id}/unblock/`), superusersOnly],
    [() => clerk.patch(`${url}${auditor.id}/password/`, { password: 'Another-password-2' }), beyond],
    [
      () => robot.patch(`${url}${auditor.id}/`, { email: 'robot@example.com' }),
      [403, 'A component cannot do this to AUDITOR(auditor).'],
    ],
    [() => inventory.admin.delete(url), [400, 'You cannot delete every user. Keep at least one.']],
    [
      () => root().post(`${url}invite/`, { users: [id], org_roles: [builtinRoles.orgUser.id] }),
      [400, 'Choose an organization to invite users into.'],
    ],
    [
      () =>
        inventory
          .as({ permissions, id, username: 'myself' })
          .post(`${url}invite/`, { users: [id], org_roles: [builtinRoles.orgUser.id] }),
      [400, 'You cannot invite yourself.'],
    ],
    [
      () => inventory.admin.post(`/api/v1/authentication/slack/qr/unbind/${id}/`),
      [400, 'No such account is bound to this user.'],
    ],
  ];
  for (const [reply, why] of cases) expect(await refusal(reply())).toEqual(why);
});

test('an invitation accepts only existing users and roles, ignores duplicates and is logged', async () => {
  const { id } = await add('guest', {}, inventory.other);
  const service = await add('machine', {}, inventory.other);
  await inventory.pool.query('update users_user set is_service_account = true where id = $1', [service.id]);
  const member = builtinRoles.orgUser.id;
  const invite = (users: string[], org_roles: string[], by = inventory.admin) =>
    refusal(by.post(`${url}invite/`, { users, org_roles }));
  const unknown = (pk: string) => [`"${pk}" does not exist or is not visible to you.`];
  const missing = randomUUID();
  expect(await invite(['x'.repeat(70)], [member])).toEqual([400, { users: unknown('x'.repeat(64)) }]);
  expect(await invite([missing], [member])).toEqual([400, { users: unknown(missing) }]);
  expect(await invite([service.id], [member])).toEqual([400, { users: unknown(service.id) }]);
  expect(await invite([id], ['y'])).toEqual([400, { org_roles: unknown('y') }]);
  const system = builtinRoles.user.id;
  expect(await invite([id], [system])).toEqual([400, { org_roles: unknown(system) }]);
  const inviter = inventory.as({ permissions: ['users.invite_user'] });
  expect(await invite([id], [builtinRoles.orgAuditor.id], inviter)).toEqual([
    400,
    { org_roles: ['You do not hold Organization auditor yourself, so you cannot grant it.'] },
  ]);
  const roles = [member, builtinRoles.orgAuditor.id];
  const sent = await inventory.admin.post(`${url}invite/`, {
    users: [id, id],
    org_roles: [...roles, member],
  });
  expect([sent.status, bodyOf(sent).users]).toEqual([201, [id]]);
  expect(await inventory.admin.post(`${url}${id}/remove/`)).toMatchObject({ status: 204 });
  const { rows } = await inventory.pool.query(
    'select action, resource, org_id, diff from audits_operatelog where resource_id = $1 and org_id <> $2 order by datetime',
    [id, OTHER_ORG_ID],
  );
  expect(rows.map(({ action, resource, diff }) => [action, resource, diff])).toEqual([
    [
      'update',
      'GUEST(guest)',
      { 'Organization roles': ['', expect.stringContaining('Organization auditor')] },
    ],
    ['update', 'GUEST(guest)', { 'Organization roles': ['DEFAULT', ''] }],
  ]);
  expect((await inventory.other.get(`${url}${id}/`)).status).toBe(200);
});

test('unlinking a messenger account is logged', async () => {
  const { id } = await add('linked');
  await inventory.pool.query("update users_user set slack_id = 's1' where id = $1", [id]);
  expect((await inventory.admin.post(`/api/v1/authentication/slack/qr/unbind/${id}/`)).status).toBe(200);
  expect(await lines(id)).toEqual([
    {
      action: 'update',
      resource: 'LINKED(linked)',
      resource_key: 'users.user',
      diff: { Slack: ['******', ''] },
    },
  ]);
  expect((await inventory.admin.post('/api/v1/authentication/slack/qr/unbind/x/')).status).toBe(400);
});
