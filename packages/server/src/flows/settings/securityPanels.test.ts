import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { addFirstAdmin } from '../../resources/users/user/statements.ts';
import { writeBackups } from '../backup/storedBackups.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const security = () => api.as({ permissions: ['settings.change_security'] });
const blockUrl = '/api/v1/settings/security/block-ip/';

/** Fails to sign in from an address until it is blocked. */
const block = async (address: string) => {
  const { lockOut, db } = api.services;
  for (let attempt = 0; attempt < 3; attempt += 1) await lockOut.fail(`user${attempt}`, address, db);
};

test('B-4-015 blocked addresses are listed by page, and unblocked one by one or together', async () => {
  const limits = { SECURITY_LOGIN_IP_LIMIT_COUNT: 3, SECURITY_LOGIN_IP_WHITE_LIST: ['10.9.0.0/16'] };
  await security().patch('/api/v1/settings/setting/?category=security_login_limit', limits);
  for (const address of ['10.1.1.1', '10.1.1.2', '10.1.1.3', '10.9.0.1']) await block(address);
  const blocked = async (query = {}) =>
    (await security().call('GET /api/v1/settings/security/block-ip/', { query })).json;
  const first = await blocked({ limit: '2' });
  expect([first.count, first.results.map(({ ip }) => ip)]).toEqual([3, ['10.1.1.1', '10.1.1.2']]);
  expect((await blocked({ offset: '2' })).results.map(({ ip }) => ip)).toEqual(['10.1.1.3']);

  const unlock = (ips: string[]) => security().post('/api/v1/settings/security/unlock-ip/', { ips });
  expect((await unlock(['10.1.1.2'])).status).toBe(200);
  expect(await api.services.lockOut.find('ann', '10.1.1.2', api.services.db)).toBeUndefined();
  expect(await api.services.lockOut.find('ann', '10.1.1.1', api.services.db)).toMatchObject({
    by: 'address',
  });
  await unlock(['10.1.1.1', '10.1.1.3']);
  expect((await blocked()).count).toBe(0);
  // Its failures are forgotten too: one more does not block it again.
  await api.services.lockOut.fail('ann', '10.1.1.1', api.services.db);
  expect((await blocked()).count).toBe(0);
  const { rows } = await api.pool.query(
    'select resource_key, diff from audits_operatelog order by datetime desc limit 1',
  );
  expect(rows[0]).toMatchObject({
    resource_key: 'panels.security_login_limit',
    diff: { 'Blocked addresses': ['10.1.1.1, 10.1.1.3', ''] },
  });
});

test('who may not change the security settings neither sees nor unblocks addresses', async () => {
  const other = api.as({ permissions: ['settings.view_setting'] });
  expect((await other.get(blockUrl)).status).toBe(403);
  expect((await other.post('/api/v1/settings/security/unlock-ip/', { ips: [] })).status).toBe(403);
  expect((await security().get(`${blockUrl}?limit=-1`)).json).toEqual({ limit: ['Enter a whole number.'] });
});

const foresee = async (category: string, values: object, permission = 'settings.change_security') =>
  (
    await api
      .as({ permissions: [permission] })
      .call('POST /api/v1/settings/consequences/', { query: { category }, body: { ...values } })
  ).json;

test('a list that refuses the own address is told before it is saved, others are not', async () => {
  const lists = (list: string[]) => ({ SECURITY_LOGIN_IP_BLACK_LIST: list });
  expect(await foresee('security_login_limit', lists(['127.0.0.0/8']))).toEqual([
    {
      name: 'SECURITY_LOGIN_IP_BLACK_LIST',
      text: expect.stringContaining('You are connected from 127.0.0.1'),
    },
  ]);
  expect(await foresee('security_login_limit', lists(['10.0.0.0/8']))).toEqual([]);
});

test('a shorter retention tells how many rows go tonight; a longer or the stored one tells nothing', async () => {
  await api.pool.query(`insert into audits_userloginlog (id, username, type, ip, city, user_agent, mfa, reason, backend, status, datetime)
    select gen_random_uuid(), 'ann', 'W', '10.0.0.9', '', '', 0, '', 'password', true, now() - d * interval '1 day' - interval '1 hour'
      from generate_series(0, 99) d`);
  const keeping = (days: number) => foresee('clean', { LOGIN_LOG_KEEP_DAYS: days }, 'settings.change_clean');
  const [told] = await keeping(30);
  expect(told?.text).toMatch(/^Rows deleted in the coming night: 7[01]$/);
  expect(await keeping(180)).toEqual([]);
  expect(await keeping(200)).toEqual([]);
});

test('while the clean-up is switched off, a shorter retention tells what goes once it is on again', async () => {
  await api.pool.query(
    "insert into ops_celerytask (name, is_enabled, is_periodic) values ('clean_up', false, true)",
  );
  const [told] = await foresee('clean', { LOGIN_LOG_KEEP_DAYS: 30 }, 'settings.change_clean');
  expect(told?.text).toMatch(/^The nightly clean-up is switched off\. .*: 7[01]$/);
  await api.pool.query('delete from ops_celerytask');
});

test('fewer kept secrets of accounts tell how many go tonight, as the count of the night does', async () => {
  const asset = await estateOf(api.pool).asset({ name: 'db-1' });
  const made = await api.as({ superuser: true }).post('/api/v1/accounts/accounts/', {
    ...{ name: 'root', username: 'root', asset, secret_type: 'password', secret: 'x' },
  });
  expect(made.status, made.text).toBe(201);
  const { rows } = await api.pool.query(
    `with more as (insert into accounts_historicalaccount (org_id, account, secret, secret_type, version, history_date)
      select org_id, id, 'x', 'password', v, now() + v * interval '1 second' from accounts_account, generate_series(5, 9) v
      returning 1)
     select count(*)::int + 5 as count from accounts_historicalaccount`,
  );
  const all = rows[0].count as number;
  const keeping = (count: number) =>
    foresee('vault', { HISTORY_ACCOUNT_CLEAN_LIMIT: count }, 'settings.change_vault');
  expect(await keeping(2)).toEqual([
    { name: 'HISTORY_ACCOUNT_CLEAN_LIMIT', text: `Past secrets deleted in the coming night: ${all - 2}` },
  ]);
  expect(await keeping(all)).toEqual([]);
  expect(await keeping(999)).toEqual([]);
  const tonight = async (query: { HISTORY_ACCOUNT_CLEAN_LIMIT?: string }) =>
    (
      await api
        .as({ permissions: ['settings.change_clean'] })
        .call('GET /api/v1/settings/clean/tonight/', { query })
    ).json.secrets;
  expect([await tonight({}), await tonight({ HISTORY_ACCOUNT_CLEAN_LIMIT: '4' })]).toEqual([0, all - 4]);
});

test('fewer backups tell how many the next one deletes', async () => {
  const storage = '00000000-0000-4000-8000-000000000009';
  await api.pool.query(
    `insert into terminal_replaystorage (id, name, type, meta, secrets, is_default, comment) values ($1, 'far', 'sftp', '{}', '{}', false, '')`,
    [storage],
  );
  const kept = { storage, date: '', size: 1, sha256: '', rows: 1, seconds: 1, is_restored: true };
  await writeBackups(
    Array.from({ length: 5 }, (_, at) => ({ ...kept, key: String(at) })),
    api.services.db,
  );
  await api.services.settings.set({ BACKUP_STORAGE: 'far' }, api.services.db);
  await api.services.settings.reload();
  const keeping = async (count: number) =>
    (
      await api.as({ superuser: true }).call('POST /api/v1/settings/consequences/', {
        query: { category: 'backup' },
        body: { BACKUP_KEEP: count },
      })
    ).json;
  expect(await keeping(2)).toEqual([
    { name: 'BACKUP_KEEP', text: 'Older backups deleted with the next backup: 4' },
  ]);
  expect(await keeping(6)).toEqual([]);
});

test('consequences need the permission of the category, and valid values', async () => {
  const url = '/api/v1/settings/consequences/?category=security_auth';
  expect((await api.as({ permissions: ['settings.view_setting'] }).post(url, {})).status).toBe(403);
  expect((await security().post(url, { SECURITY_MFA_AUTH: 9 })).status).toBe(400);
});

test('requiring MFA and a shorter lifetime of passwords tell how many users they concern', async () => {
  const { db } = api.services;
  expect(await addFirstAdmin('no hash', db)).toBeTruthy();
  expect(await foresee('security_auth', { SECURITY_MFA_AUTH: 2 })).toEqual([]);
  await api.pool.query(
    `insert into rbac_role (id, name, scope, codenames, builtin, created_by, updated_by, comment)
     values ($1, 'SystemAdmin', 'system', '[]', true, 'System', 'System', '') on conflict do nothing`,
    [builtinRoles.systemAdmin.id],
  );
  await api.pool.query(
    `insert into rbac_rolebinding (id, "user", role, scope) select gen_random_uuid(), id, $1, 'system' from users_user`,
    [builtinRoles.systemAdmin.id],
  );
  await api.pool.query("update users_user set date_password_last_updated = now() - interval '90 days'");
  const [mfa] = await foresee('security_auth', { SECURITY_MFA_AUTH: 1 });
  expect(mfa?.text).toBe('Users who must set up MFA at their next sign-in: 1');
  const [admins] = await foresee('security_auth', { SECURITY_MFA_AUTH: 2 });
  expect(admins?.text).toBe('Administrators who must set up MFA at their next sign-in: 1');
  const [passwords] = await foresee('security_password', { SECURITY_PASSWORD_EXPIRATION_TIME: 60 });
  expect(passwords?.text).toBe('More users whose password has then expired: 1');
  expect(await foresee('security_password', { SECURITY_PASSWORD_EXPIRATION_TIME: 120 })).toEqual([]);
});

test('switches that shut users or components out tell whom, once they are on', async () => {
  await api.pool.query("update users_user set source = 'ldap'");
  await api.pool.query(`insert into system_session (id, token_hash, user_id, data, expires_at, remote_addr)
    select gen_random_uuid(), 'h' || n, u.id, '{}', now() + interval '1 hour', '10.0.0.1' from users_user u, generate_series(1, 2) n`);
  const told = async (category: string, values: object, permission?: string) =>
    (await foresee(category, values, permission)).map(({ text }) => text);
  const limit = 'security_login_limit';
  expect(await told(limit, { ONLY_ALLOW_AUTH_FROM_SOURCE: true })).toEqual([
    'Users from other systems, such as a directory, who can then no longer sign in: 1',
  ]);
  expect(await told(limit, { USER_LOGIN_SINGLE_MACHINE_ENABLED: true })).toEqual([
    'Users signed in more than once, whose other sessions end at their next sign-in: 1',
  ]);
  expect(await told(limit, { ONLY_ALLOW_AUTH_FROM_SOURCE: false })).toEqual([]);
  const registering = (isOn: boolean) =>
    told('terminal', { SECURITY_SERVICE_ACCOUNT_REGISTRATION: isOn }, 'settings.change_terminal');
  expect(await registering(false)).toEqual([expect.stringContaining('no longer register')]);
  expect(await registering(true)).toEqual([]);
  await api.pool.query("update users_user set source = 'local'");
});

test('the history of a category tells defaults, and who changed a setting last; a secret stays untold', async () => {
  const historyOf = async (category: string, permission: string) =>
    (
      await api
        .as({ permissions: [permission] })
        .call('GET /api/v1/settings/history/', { query: { category } })
    ).json;
  const kept = async () =>
    (await historyOf('clean', 'settings.change_clean')).find(({ name }) => name === 'ACTIVITY_LOG_KEEP_DAYS');
  expect(await kept()).toEqual({
    name: 'ACTIVITY_LOG_KEEP_DAYS',
    initial: 180,
    changed_by: '',
    date_changed: null,
  });
  await api
    .as({ permissions: ['settings.change_clean'], username: 'mara' })
    .patch('/api/v1/settings/setting/?category=clean', { ACTIVITY_LOG_KEEP_DAYS: 90 });
  expect(await kept()).toMatchObject({
    initial: 180,
    changed_by: 'mara(mara)',
    date_changed: expect.any(String),
  });
  // The look is changed on a page of its own.
  const look = await historyOf('interface', 'settings.change_interface');
  expect(look).toContainEqual({
    ...{ name: 'INTERFACE_LOGIN_TITLE', initial: 'Gatehouse', changed_by: '', date_changed: null },
  });
  const chat = await historyOf('chat', 'settings.change_chatai');
  expect(chat.find(({ name }) => name === 'GPT_API_KEY')).not.toHaveProperty('initial');
  const other = api.as({ permissions: ['settings.view_setting'] });
  for (const category of ['clean', 'interface'])
    expect((await other.get(`/api/v1/settings/history/?category=${category}`)).status).toBe(403);
});
