import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { estateOf } from '../../../test/estate.ts';
import { readMessage } from '../../resources/notifications/sitemessage/index.ts';
import { seedBuiltins } from '../firstStart/seed.ts';
import { checkComponents } from '../reminders/checkComponents.ts';
import {
  remindAdminsOfPermissions,
  remindOfAccounts,
  remindOfPasswords,
  remindOfPermissions,
} from '../reminders/remind.ts';

const url = '/api/v1/notifications/system-msg-subscription/';
let api: Awaited<ReturnType<typeof startApi>>;
let estate: ReturnType<typeof estateOf>;
let boss: string;
beforeAll(async () => {
  api = await startApi();
  await seedBuiltins(api.services.db);
  estate = estateOf(api.pool);
  boss = await estate.user('boss');
  await estate.insert('rbac_rolebinding', { user: boss, role: builtinRoles.systemAdmin.id, scope: 'system' });
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.pool.query('delete from audits_messagelog');
  await api.pool.query('delete from notifications_systemmsgsubscription');
});

const keeper = () => api.as({ permissions: ['settings.change_systemmsgsubscription'], org: ROOT_ORG_ID });
const sent = async () =>
  (
    await api.pool.query<{ line: string }>(
      `select concat_ws(' ', m.message_type, u.username, m.backend) as line from audits_messagelog m
        left join users_user u on u.id = m."user" order by 1`,
    )
  ).rows.map(({ line }) => line);

type Child = {
  message_type: string;
  users: string[];
  groups: string[];
  receivers: { id: string; email?: boolean }[];
};
type Listed = { category: string; children: Child[] }[];

test('messages of the system go to administrators at first, and to those chosen later', async () => {
  const listed = (await keeper().get(url)).json as Listed;
  expect(
    listed.map(({ category, children }) => [category, children.map((child) => child.message_type)]),
  ).toEqual([
    ['Operations', ['ServerPerformanceMessage']],
    ['storage', ['StorageConnectivityMessage', 'BackupMessage', 'AccountBackupMessage']],
    ['terminal', ['CommandAlertMessage', 'CommandExecutionAlert']],
  ]);
  expect(listed[0]?.children[0]).toMatchObject({ users: [boss], groups: [], receive_backends: ['email'] });
  // Users whom a setting names by their mail are the first for alerts about commands.
  const mara = await estate.user('mara');
  const named = async (addresses: string) => {
    await api.as({ superuser: true }).patch('/api/v1/settings/setting/?category=security_basic', {
      SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER: addresses,
    });
    return ((await keeper().get(url)).json as Listed).at(-1)?.children[0]?.users;
  };
  expect(await named('Mara@example.com, gone@example.com')).toEqual([mara]);
  expect(await named('gone@example.com')).toEqual([boss]);
  const group = await estate.group('desk');
  const ann = await estate.user('ann', { groups: [group] });
  const eve = await estate.user('eve');
  const body = { users: [eve], groups: [group], receive_backends: ['site_msg'] };
  const changed = await keeper().patch(`${url}CommandAlertMessage/`, body);
  expect([changed.status, changed.json]).toEqual([
    200,
    {
      message_type: 'CommandAlertMessage',
      message_type_label: 'A command was rejected',
      ...body,
      receivers: [
        { id: ann, name: 'ANN(ann)', site_msg: true },
        { id: eve, name: 'EVE(eve)', site_msg: true },
      ],
    },
  ]);
});

test('receivers that no longer exist are not listed, so that the others can be saved as listed', async () => {
  const [gone, eva] = [await estate.user('gone-soon'), await estate.user('eva')];
  const group = await estate.group('closing');
  const at = `${url}CommandAlertMessage/`;
  await keeper().patch(at, { users: [gone, eva], groups: [group] });
  await api.pool.query('delete from users_usergroup where id = $1', [group]);
  await api.pool.query('delete from users_user where id = $1', [gone]);
  const listed = (await keeper().get(url)).json as Listed;
  const child = listed
    .flatMap(({ children }) => children)
    .find(({ message_type }) => message_type === 'CommandAlertMessage');
  expect(child).toMatchObject({ users: [eva], groups: [] });
  const { users, groups } = child ?? {};
  expect((await keeper().patch(at, { users, groups })).status).toBe(200);
});

test('unknown receivers, channels and messages are refused, and so is a caller without the permission', async () => {
  const at = `${url}CommandAlertMessage/`;
  expect((await keeper().patch(at, { users: [randomUUID()] })).json).toHaveProperty('users');
  expect((await keeper().patch(at, { groups: [randomUUID()] })).json).toHaveProperty('groups');
  expect((await keeper().patch(at, { receive_backends: ['sms'] })).status).toBe(400);
  expect((await keeper().patch(`${url}Nothing/`, { users: [] })).status).toBe(404);
  const other = api.as({ permissions: ['settings.change_email'] });
  expect([(await other.get(url)).status, (await other.patch(at, { users: [] })).status]).toEqual([403, 403]);
});

test('a rejected command is told to subscribers and the webhook, an accepted one is not', async () => {
  const component = await registerComponent(api, `gw-${randomUUID().slice(0, 8)}`);
  const session = await component.session();
  const report = (input: string, risk_level: number) =>
    component.post('/api/v1/terminal/commands/', [
      {
        ...{ org_id: DEFAULT_ORG_ID, user: 'ANN(ann)', asset: 'web-1', account: 'root(root)', output: '' },
        ...{ input, session, risk_level, timestamp: 1_700_000_000 },
      },
    ]);
  expect((await report('ls', 0)).status).toBe(201);
  expect(await sent()).toEqual([]);
  expect((await report('rm -rf / <b>', 5)).status).toBe(201);
  expect(await sent()).toEqual([
    'command_alert boss email',
    'command_alert boss site_msg',
    'command_alert webhook',
  ]);
  const { json } = await api.as({ id: boss }).get('/api/v1/notifications/site-messages/?limit=1&offset=0');
  const [message] = (json as { results: { content: { message: string } }[] }).results;
  expect(message?.content.message).toContain('rm -rf / &lt;b&gt;');
  expect(message?.content.message).toContain(`href="/ui/audit/sessions/sessions/${session}"`);
});

test('components that are offline or out of room are told in one message', async () => {
  await api.pool.query('update terminal_terminal set is_deleted = true');
  expect(await checkComponents(api.services.db)).toBe(0);
  for (const name of ['gone', 'full', 'well']) {
    const id = randomUUID();
    await api.pool.query(
      `insert into terminal_terminal (id, name, type, remote_addr, command_storage, replay_storage, is_deleted, date_created, comment)
        values ($1, $2, 'koko', '10.0.0.9', 'default', 'default', false, now(), '')`,
      [id, name],
    );
    if (name !== 'gone')
      await api.pool.query(
        `insert into terminal_status (id, terminal, session_online, cpu_load, memory_used, disk_used, date_created)
          values (gen_random_uuid(), $1, 0, 0.5, 30, $2, now())`,
        [id, name === 'full' ? 80 : 79],
      );
  }
  expect(await checkComponents(api.services.db)).toBe(2);
  const { rows } = await api.pool.query(
    "select text->'params'->>'components' as told from audits_messagelog limit 1",
  );
  expect(JSON.parse(rows[0].told)).toEqual([
    { name: 'full', disk: 80 },
    { name: 'gone', offline: true },
  ]);
});

test.each([
  ['en', 'full: disk 80.5%, load 1,024<br>&lt;gone&gt;: offline'],
  ['ja', 'full：ディスク80.5%、負荷1,024<br>&lt;gone&gt;：オフライン'],
  ['zh-hans', 'full：磁盘 80.5%，负载 1,024<br>&lt;gone&gt;：离线'],
  ['zh-hant', 'full：磁碟 80.5%，負載 1,024<br>&lt;gone&gt;：離線'],
] as const)('what components lack is written in the language %s of its reader', (language, lines) => {
  const { lookup } = api.services;
  const t = (key: string, params = {}) => lookup(language, key, params) ?? key;
  const read = (components: string) =>
    readMessage({ key: 'server_performance', params: { components } }, t, language).message;
  const kept = [
    { name: 'full', disk: 80.47, load: 1024 },
    { name: '<gone>', offline: true },
  ];
  expect(read(JSON.stringify(kept))).toContain(lines);
  expect(read('full: disk 80 %')).toContain('full: disk 80 %');
});

test.each([
  ['5 days less an hour', 5 * 24 - 1, 1],
  ['5 days and an hour', 5 * 24 + 1, 0],
  ['6 days', 6 * 24, 0],
  ['1 hour', 1, 1],
])('B-9-018 whether a password that expires in %s is told of', async (_time, hours, told) => {
  const { settings, db } = api.services;
  const age = 30;
  await settings.set({ SECURITY_PASSWORD_EXPIRATION_TIME: age }, db);
  await settings.reload();
  const user = await estate.user(`within-${hours}-hours`);
  await api.pool.query(
    'update users_user set date_password_last_updated = now() - make_interval(days => $1::int, hours => -$2::int) where id = $3',
    [age, hours, user],
  );
  expect(await remindOfPasswords(db, settings)).toBe(told);
  expect((await sent()).length).toBe(told * 2);
  await api.pool.query('update users_user set date_password_last_updated = null where id = $1', [user]);
});

test('users are reminded of a password, an account and permissions that expire soon, and only those', async () => {
  const [late, soon, ending] = [
    await estate.user('late'),
    await estate.user('soon'),
    await estate.user('ending'),
  ];
  const set = (values: string, id: string) =>
    api.pool.query(`update users_user set ${values} where id = $1`, [id]);
  const { settings, db } = api.services;
  await settings.set({ SECURITY_PASSWORD_EXPIRATION_TIME: 30 }, db);
  await settings.reload();
  const age = 30;
  await set(`date_password_last_updated = now() - interval '${age - 1} days' + interval '1 hour'`, soon);
  await set(`date_password_last_updated = now() - interval '${age - 9} days'`, late);
  await set("date_expired = now() + interval '2 days'", ending);
  await set("date_expired = now() + interval '4 days'", late);
  expect(await remindOfPasswords(db, settings)).toBe(1);
  expect(await remindOfAccounts(db)).toBe(1);
  const group = await estate.group('reminded');
  const member = await estate.user('member', { groups: [group] });
  const grant = (name: string, days: number) =>
    api.as({ superuser: true }).post('/api/v1/perms/asset-permissions/', {
      ...{ name, user_groups: [group], users: [member, late], accounts: ['@ALL'], actions: ['connect'] },
      date_expired: new Date(Date.now() + days * 86_400_000).toISOString(),
    });
  expect((await grant('web servers', 2)).status).toBe(201);
  expect((await grant('databases', 9)).status).toBe(201);
  expect(await remindOfPermissions(db)).toBe(2);
  expect(await sent()).toEqual([
    'account_expiring ending email',
    'account_expiring ending site_msg',
    'password_expiring soon email',
    'password_expiring soon site_msg',
    'permissions_expiring late email',
    'permissions_expiring late site_msg',
    'permissions_expiring member email',
    'permissions_expiring member site_msg',
  ]);
});

test('a run that ends between two reminders is repeated without reminding a user again on the same day', async () => {
  const { db } = api.services;
  await api.pool.query("update users_user set date_expired = '2099-01-01'");
  const [first, second] = [await estate.user('first'), await estate.user('second')];
  const ends = (id: string, hours: number) =>
    api.pool.query('update users_user set date_expired = now() + make_interval(hours => $2) where id = $1', [
      id,
      hours,
    ]);
  await ends(first, 12);
  await ends(second, 60);
  const ending = new AbortController();
  const endingDb = {
    ...db,
    transaction: async (work: Parameters<typeof db.transaction>[0]) => {
      await db.transaction(work);
      ending.abort();
    },
  } as typeof db;
  const zone = 'Asia/Tokyo';
  await expect(remindOfAccounts(endingDb, { zone, signal: ending.signal })).rejects.toThrow();
  expect(await sent()).toHaveLength(2);
  expect(await remindOfAccounts(db, { zone })).toBe(1);
  expect(await remindOfAccounts(db, { zone })).toBe(0);
  expect(await sent()).toEqual([
    'account_expiring first email',
    'account_expiring first site_msg',
    'account_expiring second email',
    'account_expiring second site_msg',
  ]);
  const midnight = "date_trunc('day', now() at time zone $1) at time zone $1";
  await api.pool.query(`update audits_messagelog set date_created = ${midnight} - interval '1 second'`, [
    zone,
  ]);
  expect(await remindOfAccounts(db, { zone })).toBe(2);
  await api.pool.query("update users_user set date_expired = '2099-01-01'");
});

test('of permissions in two organizations a user is reminded once a day for each, and so are administrators', async () => {
  const { db } = api.services;
  await api.pool.query('delete from perms_assetpermission');
  const user = await estate.user('in-both');
  for (const org of [DEFAULT_ORG_ID, OTHER_ORG_ID]) {
    await estate.insert('rbac_rolebinding', { user, org, role: builtinRoles.orgAdmin.id, scope: 'org' });
    const made = await api.as({ superuser: true, org }).post('/api/v1/perms/asset-permissions/', {
      ...{ name: 'ending', users: [user], accounts: ['@ALL'], actions: ['connect'] },
      date_expired: new Date(Date.now() + 86_400_000).toISOString(),
    });
    expect(made.status, made.text).toBe(201);
  }
  expect(await remindOfPermissions(db)).toBe(2);
  expect(await remindOfPermissions(db)).toBe(0);
  expect(await remindAdminsOfPermissions(db)).toBeGreaterThanOrEqual(2);
  expect(await remindAdminsOfPermissions(db)).toBe(0);
  await api.pool.query('delete from perms_assetpermission');
  await api.pool.query('delete from rbac_rolebinding where "user" = $1', [user]);
});

test('administrators of an organization are reminded of its permissions that expire soon, others are not', async () => {
  await api.pool.query('delete from perms_assetpermission');
  const [chief, retired, elsewhere] = [
    await estate.user('chief'),
    await estate.user('retired'),
    await estate.user('elsewhere'),
  ];
  const admin = (user: string, org: string) =>
    estate.insert('rbac_rolebinding', { user, org, role: builtinRoles.orgAdmin.id, scope: 'org' });
  await admin(chief, DEFAULT_ORG_ID);
  await admin(retired, DEFAULT_ORG_ID);
  await admin(elsewhere, OTHER_ORG_ID);
  await api.pool.query('update users_user set is_active = false where id = $1', [retired]);
  const grant = (name: string, days: number, more = {}) =>
    api.as({ superuser: true }).post('/api/v1/perms/asset-permissions/', {
      ...{ name, users: [boss], accounts: ['@ALL'], actions: ['connect'], ...more },
      date_expired: new Date(Date.now() + days * 86_400_000).toISOString(),
    });
  for (const [name, days, more] of [
    ['second', 2.5, {}],
    ['first', 1, {}],
    ['later', 9, {}],
    ['off', 1, { is_active: false }],
  ] as const)
    expect((await grant(name, days, more)).status).toBe(201);
  expect(await remindAdminsOfPermissions(api.services.db)).toBe(1);
  expect(await sent()).toEqual([
    'org_permissions_expiring chief email',
    'org_permissions_expiring chief site_msg',
  ]);
  const { json } = await api.as({ id: chief }).get('/api/v1/notifications/site-messages/?limit=1&offset=0');
  const [message] = (json as { results: { content: { message: string } }[] }).results;
  expect(message?.content.message).toContain('first, second');
  expect(message?.content.message).toContain('href="/ui/console/perms/asset-permissions"');
});
