import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, OTHER_ORG_ID, startApi } from '../../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.pool.query("delete from settings_setting where category <> 'license'");
  await api.services.settings.reload();
});

const security: Caller = { permissions: ['settings.change_security', 'audits.view_operatelog'] };
const limits = '/api/v1/settings/setting/?category=security_login_limit';
const change = (values: object, url = limits, caller: Caller = { superuser: true }) =>
  api.as(caller).patch(url, values);
const stored = (name: Parameters<typeof api.services.settings.get>[0]) => api.services.settings.get(name);

/** Id of the newest entry of the operate log. */
const lastEntry = async (): Promise<string> => {
  const { rows } = await api.pool.query('select id from audits_operatelog order by datetime desc limit 1');
  return rows[0].id;
};
const preview = async (id: string, caller: Caller = security) =>
  (await api.as(caller).call('GET /api/v1/settings/changes/:id/', { params: { id } })).json;
const revert = (id: string, caller: Caller = security) =>
  api.as(caller).post(`/api/v1/settings/changes/${id}/revert/`);

test('a change is reverted from its entry: first shown, then done, and logged with whose change it was', async () => {
  await change({ SECURITY_LOGIN_LIMIT_COUNT: 9, SECURITY_LOGIN_IP_WHITE_LIST: ['10.0.0.0/8'] });
  const id = await lastEntry();
  const diff = [
    { field: 'Failed attempts per user', before: '9', after: '7' },
    { field: 'Addresses never locked', before: '["10.0.0.0/8"]', after: '[]' },
  ];
  expect(await preview(id)).toEqual({
    is_setting: true,
    can_revert: true,
    reason: '',
    left: [],
    diff,
    consequences: [],
  });
  expect(stored('SECURITY_LOGIN_LIMIT_COUNT')).toBe(9);
  expect(await revert(id)).toMatchObject({ status: 200, json: { diff } });
  expect([stored('SECURITY_LOGIN_LIMIT_COUNT'), stored('SECURITY_LOGIN_IP_WHITE_LIST')]).toEqual([7, []]);
  const { rows } = await api.pool.query(
    'select "user", resource_key, diff from audits_operatelog order by datetime desc limit 1',
  );
  expect(rows[0]).toMatchObject({
    user: 'Tester(tester)',
    resource_key: 'panels.security_login_limit',
    diff: {
      'Failed attempts per user': ['9', '7'],
      Reverted: ['', expect.stringMatching(/^Tester\(tester\), /)],
    },
  });
  // The revert is a change as well, which can be reverted.
  expect((await revert(await lastEntry())).status).toBe(200);
  expect(stored('SECURITY_LOGIN_LIMIT_COUNT')).toBe(9);
});

test('reverting to a risky value is shown with what that leads to', async () => {
  await change(
    { SECURITY_SERVICE_ACCOUNT_REGISTRATION: false },
    '/api/v1/settings/setting/?category=terminal',
  );
  await change(
    { SECURITY_SERVICE_ACCOUNT_REGISTRATION: true },
    '/api/v1/settings/setting/?category=terminal',
  );
  const { consequences } = await preview(await lastEntry(), { superuser: true });
  expect(consequences).toEqual([
    { field: 'Allow components to register', text: expect.stringContaining('no longer register') },
  ]);
});

test('a value that was changed since is not overwritten, nor is the rest of the entry', async () => {
  await change({ SECURITY_LOGIN_LIMIT_COUNT: 9, SECURITY_LOGIN_LIMIT_TIME: 60 });
  const id = await lastEntry();
  await change({ SECURITY_LOGIN_LIMIT_TIME: 90 });
  const reason = 'Changed again since then: Lock a user for (minutes). Nothing was changed.';
  expect(await preview(id)).toMatchObject({ can_revert: false, reason });
  expect(await revert(id)).toMatchObject({
    status: 409,
    json: { code: 'changed_meanwhile', detail: reason },
  });
  expect([stored('SECURITY_LOGIN_LIMIT_COUNT'), stored('SECURITY_LOGIN_LIMIT_TIME')]).toEqual([9, 90]);
  await revert(await lastEntry());
  expect(stored('SECURITY_LOGIN_LIMIT_TIME')).toBe(60);
  expect((await revert(id)).status).toBe(200);
  expect((await revert(id)).status).toBe(409);
});

test('a value that has become invalid is refused', async () => {
  const basic = '/api/v1/settings/setting/';
  await change({ GLOBAL_ORG_DISPLAY_NAME: 'Head office' }, basic);
  await change({ GLOBAL_ORG_DISPLAY_NAME: 'All' }, basic);
  const id = await lastEntry();
  await api.pool.query("update orgs_organization set name = 'Head office' where id = $1", [OTHER_ORG_ID]);
  expect(await revert(id, { superuser: true })).toMatchObject({
    status: 409,
    json: {
      detail: 'The value is no longer valid: Name of the global organization. Nothing was changed.',
    },
  });
  expect(stored('GLOBAL_ORG_DISPLAY_NAME')).toBe('All');
});

test('secrets are never kept with an entry: what cannot be reverted says why', async () => {
  const chat = '/api/v1/settings/setting/?category=chat';
  const admin: Caller = { superuser: true };
  await change({ GPT_API_KEY: 'sk-first' }, chat);
  expect(await preview(await lastEntry(), admin)).toMatchObject({
    can_revert: false,
    reason: 'Former secrets are not kept. Enter the secret again.',
  });
  await change({ GPT_BASE_URL: 'https://ai.example', GPT_PROXY: 'http://robot:hush@proxy.example' }, chat);
  await change({ GPT_API_KEY: 'sk-second', GPT_MODEL: 'gpt-4' }, chat);
  const { rows } = await api.pool.query('select reversal::text from audits_operatelog');
  expect(JSON.stringify(rows)).not.toMatch(/sk-|hush/);
  expect(await preview(await lastEntry(), admin)).toMatchObject({
    can_revert: true,
    left: ['API key'],
    diff: [{ field: 'Model', before: 'gpt-4', after: 'gpt-3.5-turbo' }],
  });
  // The key belongs to the address; reverting that clears it, which the preview tells.
  await change({ GPT_BASE_URL: 'https://two.example', GPT_API_KEY: 'sk-two' }, chat);
  const id = await lastEntry();
  expect((await preview(id, admin)).diff).toEqual([
    { field: 'API key', before: '******', after: '******' },
    { field: 'Base URL', before: 'https://two.example', after: 'https://ai.example' },
  ]);
  expect((await revert(id, admin)).status).toBe(200);
  expect(stored('GPT_API_KEY')).toBe('');
});

test('reverting needs the permission for the change, and seeing the entry', async () => {
  await change({ SECURITY_LOGIN_LIMIT_COUNT: 9 });
  const id = await lastEntry();
  const reader: Caller = { permissions: ['audits.view_operatelog', 'settings.change_chatai'] };
  expect(await preview(id, reader)).toEqual({
    is_setting: true,
    can_revert: false,
    reason: '',
    left: [],
    diff: [],
    consequences: [],
  });
  for (const caller of [reader, { permissions: ['settings.change_security'] }, { permissions: [] }])
    expect((await revert(id, caller)).status).toBe(403);
  await change({ HELP_SUPPORT_URL: 'https://help.example' }, '/api/v1/settings/setting/');
  const viewer: Caller = { permissions: ['audits.view_operatelog', 'settings.view_setting'] };
  expect((await revert(await lastEntry(), viewer)).status).toBe(403);
  expect(stored('SECURITY_LOGIN_LIMIT_COUNT')).toBe(9);
});

test('an entry without kept values, and one about no setting, are told apart', async () => {
  await change({ SECURITY_LOGIN_LIMIT_COUNT: 9 });
  const id = await lastEntry();
  await api.pool.query('update audits_operatelog set reversal = null where id = $1', [id]);
  expect(await preview(id)).toMatchObject({
    is_setting: true,
    can_revert: false,
    reason: 'The former values were not kept with this entry.',
  });
  await api.pool.query("update audits_operatelog set resource_key = 'assets.asset' where id = $1", [id]);
  expect(await preview(id)).toMatchObject({ is_setting: false, can_revert: false, reason: '' });
  expect((await revert(id)).status).toBe(404);
  expect((await revert('00000000-0000-4000-8000-000000000001')).status).toBe(404);
});
