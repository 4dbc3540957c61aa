import type { SettingProposal } from '@gatehouse/contract/calls/settingProposals.ts';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../../test/signedIn.ts';

const { systemAdmin, orgUser, user: plainRole } = builtinRoles;
const password = 'Known-password-7';
const url = '/api/v1/settings/proposals/';
const limits = '/api/v1/settings/setting/?category=security_login_limit';
const rule = '/api/v1/settings/setting/?category=second_person';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let second: Browser;
let secondId: string;
let reader: Browser;

const add = async (username: string, system_roles: string[]): Promise<string> => {
  const { json, status, text } = await admin.post('/api/v1/users/users/', {
    ...{ name: username, username, email: `${username}@example.com`, password_strategy: 'custom' },
    ...{ password, need_update_password: false, system_roles, org_roles: [orgUser.id] },
  });
  expect(status, text).toBe(201);
  return (json as { id: string }).id;
};
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
});
afterAll(() => server.stop());
beforeEach(() => server.pool.query('delete from settings_proposal'));

const setting = (name: 'SECURITY_LOGIN_LIMIT_COUNT' | 'SECOND_PERSON_ENABLED') =>
  server.services.settings.get(name);
const waiting = async (browser: Browser) => (await browser.get(url)).json as SettingProposal[];
const decide = (browser: Browser, { id }: Pick<SettingProposal, 'id'>, how: 'confirm' | 'refuse') =>
  browser.post(`${url}${id}/${how}/`);
/** Proposes a change; what then waits. */
const propose = async (values: object, by = admin, at = limits): Promise<SettingProposal> => {
  const { status, text } = await by.patch(at, values);
  expect(status, text).toBe(202);
  return (await waiting(by))[0] as SettingProposal;
};
const lastMessage = async (username: string) => {
  const { rows } = await server.pool.query(
    `select message_type as type from audits_messagelog where "user" = (select id from users_user where username = $1)
     and backend = 'site_msg' and message_type like 'settings%' order by date_created desc limit 1`,
    [username],
  );
  return rows[0]?.type;
};

test('the only user with the permission cannot switch the rule on', async () => {
  expect(await admin.patch(rule, { SECOND_PERSON_ENABLED: true })).toMatchObject({
    status: 400,
    json: { SECOND_PERSON_ENABLED: [expect.stringContaining('No other active user')] },
  });
  secondId = await add('second', [systemAdmin.id]);
  await add('reader', [plainRole.id]);
  expect((await admin.patch(rule, { SECOND_PERSON_ENABLED: true })).status).toBe(200);
  second = await server.browserOf('second', password);
  reader = await server.browserOf('reader', password);
});

test('a change waits until another user with the permission confirms it, and is told, listed and logged', async () => {
  const answer = await admin.patch(limits, { SECURITY_LOGIN_LIMIT_COUNT: 5 });
  expect([answer.status, answer.json]).toMatchObject([202, { SECURITY_LOGIN_LIMIT_COUNT: 7 }]);
  expect(setting('SECURITY_LOGIN_LIMIT_COUNT')).toBe(7);
  const [proposal] = await waiting(second);
  expect(proposal).toMatchObject({
    title: 'Sign-in limits',
    proposed_by: 'Administrator(admin)',
    is_own: false,
    reason: '',
    diff: [{ field: 'Failed attempts per user', before: '7', after: '5' }],
  });
  expect((await waiting(admin))[0]).toMatchObject({ is_own: true });
  expect((await decide(second, proposal as SettingProposal, 'confirm')).status).toBe(200);
  expect(setting('SECURITY_LOGIN_LIMIT_COUNT')).toBe(5);
  expect(await waiting(second)).toEqual([]);
  const { rows } = await server.pool.query(
    `select "user", action, resource, diff from audits_operatelog where resource_key = 'panels.security_login_limit' order by datetime desc limit 2`,
  );
  expect(rows).toMatchObject([
    {
      user: 'second(second)',
      action: 'update',
      diff: { 'Failed attempts per user': ['7', '5'], 'Proposed by': ['', 'Administrator(admin)'] },
    },
    { user: 'Administrator(admin)', action: 'create', resource: 'Proposed change of settings' },
  ]);
});

test('the users who can decide get a message, and the user who proposed the change gets one once it is decided', async () => {
  await server.pool.query('delete from audits_messagelog');
  const proposal = await propose({ SECURITY_LOGIN_LIMIT_COUNT: 8 });
  expect([await lastMessage('second'), await lastMessage('reader')]).toEqual([
    'settings_to_confirm',
    undefined,
  ]);
  await decide(second, proposal, 'refuse');
  expect(await lastMessage('admin')).toBe('settings_refused');
  expect(setting('SECURITY_LOGIN_LIMIT_COUNT')).toBe(5);
  await decide(second, await propose({ SECURITY_LOGIN_LIMIT_COUNT: 9 }), 'confirm');
  expect(await lastMessage('admin')).toBe('settings_confirmed');
});

test('users cannot confirm their own change, whatever the credential; others without the permission neither see nor decide', async () => {
  const proposal = await propose({ SECURITY_LOGIN_LIMIT_COUNT: 4 });
  expect(await decide(admin, proposal, 'confirm')).toMatchObject({
    status: 403,
    json: { detail: 'Another user must confirm what you proposed.' },
  });
  // A second session of the same user is no second person.
  expect((await decide(await server.admin(), proposal, 'confirm')).status).toBe(403);
  for (const how of ['confirm', 'refuse'] as const)
    expect((await decide(reader, proposal, how)).status).toBe(403);
  expect((await reader.get(url)).status).toBe(403);
  expect((await decide(server.browser(), proposal, 'confirm')).status).toBe(401);
  expect(setting('SECURITY_LOGIN_LIMIT_COUNT')).toBe(9);
  expect((await decide(admin, proposal, 'refuse')).status).toBe(200);
  expect(await waiting(admin)).toEqual([]);
});

test('each change is decided once, also by two at the same moment; an expired or unknown one not at all', async () => {
  const proposal = await propose({ SECURITY_LOGIN_LIMIT_COUNT: 6 });
  const answers = await Promise.all([1, 2, 3].map(() => decide(second, proposal, 'confirm')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  const late = await propose({ SECURITY_LOGIN_LIMIT_COUNT: 3 });
  await server.pool.query("update settings_proposal set date_expired = now() - interval '1 second'");
  expect(await waiting(second)).toEqual([]);
  for (const how of ['confirm', 'refuse'] as const)
    expect((await decide(second, late, how)).status).toBe(404);
  expect((await decide(second, { id: 'no-uuid' }, 'confirm')).status).toBe(404);
  expect(setting('SECURITY_LOGIN_LIMIT_COUNT')).toBe(6);
});

test('what was changed since, or was proposed by a user who may no longer change it, is not confirmed', async () => {
  const [first, other] = [
    await propose({ SECURITY_LOGIN_LIMIT_COUNT: 10 }),
    await propose({ SECURITY_LOGIN_LIMIT_COUNT: 11 }),
  ];
  await decide(second, first, 'confirm');
  expect(await decide(second, other, 'confirm')).toMatchObject({
    status: 409,
    json: { detail: expect.stringContaining('Changed again since then: Failed attempts per user') },
  });
  expect((await waiting(second))[0]?.reason).toContain('Changed again');
  await decide(second, other, 'refuse');
  const orphan = await propose({ SECURITY_LOGIN_LIMIT_COUNT: 12 }, second);
  await admin.patch(`/api/v1/users/users/${secondId}/`, { is_active: false });
  expect(await decide(admin, orphan, 'confirm')).toMatchObject({
    status: 409,
    json: { detail: 'The user who proposed this may no longer change these settings.' },
  });
  await admin.patch(`/api/v1/users/users/${secondId}/`, { is_active: true });
  second = await server.browserOf('second', password);
  expect(setting('SECURITY_LOGIN_LIMIT_COUNT')).toBe(10);
});

test('no way around: the union of panels, reverting, a whole update and the rule itself wait as well', async () => {
  await propose({ SECURITY_LOGIN_LIMIT_COUNT: 13 }, admin, '/api/v1/settings/setting/?category=security');
  const { rows } = await server.pool.query(
    `select id from audits_operatelog where resource_key = 'panels.security_login_limit' and action = 'update' order by datetime desc limit 1`,
  );
  const reverted = await admin.post(`/api/v1/settings/changes/${rows[0].id}/revert/`);
  expect([reverted.status, reverted.json]).toMatchObject([200, { waits: true }]);
  const whole = { ...((await admin.get(limits)).json as object), SECURITY_LOGIN_LIMIT_COUNT: 14 };
  expect((await admin.put(limits, whole)).status).toBe(202);
  expect(setting('SECURITY_LOGIN_LIMIT_COUNT')).toBe(10);
  const off = await propose({ SECOND_PERSON_ENABLED: false }, admin, rule);
  expect(setting('SECOND_PERSON_ENABLED')).toBe(true);
  expect((await decide(second, off, 'confirm')).status).toBe(200);
  expect(setting('SECOND_PERSON_ENABLED')).toBe(false);
  expect((await admin.patch(limits, { SECURITY_LOGIN_LIMIT_COUNT: 15 })).status).toBe(200);
});

test('whether jobs wait for a second person is a setting that itself waits for one', async () => {
  const ops = '/api/v1/settings/setting/?category=ops';
  await admin.patch(rule, { SECOND_PERSON_ENABLED: true });
  const proposal = await propose({ JOB_APPROVAL: 'all' }, admin, ops);
  expect(server.services.settings.get('JOB_APPROVAL')).toBe('off');
  expect((await decide(admin, proposal, 'confirm')).status).toBe(403);
  expect((await decide(second, proposal, 'confirm')).status).toBe(200);
  expect(server.services.settings.get('JOB_APPROVAL')).toBe('all');
});

test('settings of other panels, wrong values and unchanged ones do not wait', async () => {
  await admin.patch(rule, { SECOND_PERSON_ENABLED: true });
  const chat = '/api/v1/settings/setting/?category=chat';
  expect((await admin.patch(chat, { GPT_MODEL: 'gpt-4' })).status).toBe(200);
  expect((await admin.patch(limits, { SECURITY_LOGIN_LIMIT_COUNT: 1 })).status).toBe(400);
  expect((await admin.patch(limits, { SECURITY_LOGIN_LIMIT_COUNT: 15 })).status).toBe(200);
  expect(await waiting(second)).toEqual([]);
});
