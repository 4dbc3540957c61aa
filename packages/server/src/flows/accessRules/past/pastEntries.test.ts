import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../../test/api.ts';
import { estateOf } from '../../../../test/estate.ts';
import { type Inventory, type Json, startInventory } from '../../../../test/inventory.ts';
import { pastOf, resultOf } from '../../../../test/past/events.ts';
import { methodsOf } from './pastSessions.ts';

const urls = {
  login: '/api/v1/acls/login-acls/',
  connection: '/api/v1/acls/login-asset-acls/',
  method: '/api/v1/acls/connect-method-acls/',
} as const;
type Kind = keyof typeof urls;
const everywhere = { ip_group: ['*'], time_period: [] };
const all = { type: 'all' };
const base: Record<Kind, Json> = {
  login: { users: all, rules: everywhere },
  connection: { users: all, assets: all, accounts: ['@ALL'], rules: everywhere },
  method: { users: all, connect_methods: ['web_cli'] },
};
const needed: Record<Kind, string[]> = {
  login: ['acls.view_loginacl', 'audits.view_userloginlog'],
  connection: ['acls.view_loginassetacl', 'terminal.view_session'],
  method: ['acls.view_connectmethodacl', 'terminal.view_session'],
};

let inventory: Inventory;
let ann: { id: string; name: string };
let bob: { id: string; name: string };
let web: { id: string; name: string };
/** Monday at noon and Sunday at midnight before it, in UTC. */
let noon: string;
let night: string;

beforeAll(async () => {
  inventory = await startInventory({ GATEHOUSE_TIME_ZONE: 'UTC' });
  const { pool, admin, made } = inventory;
  const estate = estateOf(pool);
  const past = pastOf(pool);
  ann = { id: await estate.user('ann'), name: 'ANN(ann)' };
  bob = { id: await estate.user('bob'), name: 'BOB(bob)' };
  web = { id: await estate.asset({ name: 'web' }), name: 'web(10.0.0.1)' };
  const stranger = await estateOf(pool, OTHER_ORG_ID).user('eve');
  const monday = new Date(Date.now() - 24 * 3600_000);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  noon = `${monday.toISOString().slice(0, 10)}T12:10:00.000Z`;
  night = `${monday.toISOString().slice(0, 10)}T00:10:00.000Z`;
  for (const datetime of [noon, night]) {
    // As the login log names users who are known; refusals before that name the typed username.
    await past.signIn(ann.name, { datetime, ip: '198.51.100.9' });
    await past.signIn(bob.name, { datetime });
  }
  await past.signIn('bob', { datetime: noon, status: false, reason: 'password_failed' });
  await past.signIn('bob', { datetime: noon, status: false, reason: 'acl_not_allow', rule: 'Former rule' });
  await past.signIn('gone', { datetime: noon });
  await past.signIn('eve', { datetime: noon });
  await past.session(ann, web, { date_start: noon, remote_addr: '198.51.100.9' });
  await past.session(bob, web, { date_start: noon, account: 'Oracle(oracle)' });
  await past.session(bob, web, { date_start: night, login_from: 'ST' });
  await past.session({ id: randomUUID(), name: 'GONE(gone)' }, web, { date_start: noon });
  const far = await estateOf(pool, OTHER_ORG_ID).asset({ name: 'far' });
  const elsewhere = pastOf(pool, OTHER_ORG_ID);
  await elsewhere.session({ id: stranger, name: 'EVE(eve)' }, { id: far, name: 'far' }, { date_start: noon });
  for (const kind of ['login', 'connection'] as const)
    await made(
      admin.post(urls[kind], {
        ...{ ...base[kind], name: `${kind} of ann`, priority: 90, action: 'accept' },
        users: { type: 'ids', ids: [ann.id] },
        rules: { ip_group: ['198.51.100.0/24'], time_period: [{ id: 1, value: '12:00~13:00' }] },
      }),
    );
});
afterAll(() => inventory.stop());

const tried = async (kind: Kind, over: Json = {}, caller = inventory.admin) =>
  resultOf(
    await caller.post(`${urls[kind]}try/`, { days: 30, rule: { ...base[kind], name: 'draft', ...over } }),
  );

test('a sign-in rule is tried on what the login log says of right passwords, at address and time', async () => {
  const result = await tried('login');
  expect(result).toMatchObject({
    ...{ examined: 5, unknown: 0, counts: { reject: 4 }, decided_before: 1 },
    ...{ others: [{ name: 'login of ann', count: 1 }], totals: { users: 2, assets: 0, commands: 0 } },
  });
  const night = { ip_group: ['*'], time_period: [{ id: 1, value: '00:00~06:00' }] };
  expect((await tried('login', { rules: night })).counts).toEqual({ reject: 2 });
  const near = await tried('login', { rules: { ip_group: ['192.0.2.0/24'], time_period: [] } });
  expect(near.users.map(({ name }) => name)).toContain(bob.name);
  expect(near.users.map(({ name }) => name)).not.toContain(ann.name);
});

test('a connection rule is tried on sessions, by account, address and time', async () => {
  const result = await tried('connection');
  expect(result).toMatchObject({
    ...{ examined: 4, unknown: 1, counts: { reject: 2 }, decided_before: 1 },
    assets: [{ id: web.id, name: web.name, counts: { reject: 2 } }],
  });
  expect(result.examples.map(({ user, address }) => [user, address])).toEqual([
    [bob.name, '192.0.2.7'],
    [bob.name, '192.0.2.7'],
  ]);
  const oracle = await tried('connection', { accounts: ['oracle'], action: 'notice', reviewers: [ann.id] });
  expect(oracle.examples.map(({ outcome, account }) => [outcome, account])).toEqual([
    ['notice', 'Oracle(oracle)'],
  ]);
});

test('a connect method rule is tried on how sessions were connected', async () => {
  expect((await tried('method')).counts).toEqual({ reject: 2 });
  const clients = await tried('method', { connect_methods: ['ssh_client', 'ssh_guide'] });
  expect([clients.counts, clients.users.map(({ id }) => id)]).toEqual([{ reject: 1 }, [bob.id]]);
  // Which of the two it was is not known.
  expect(await tried('method', { connect_methods: ['ssh_guide'] })).toMatchObject({ counts: {}, unknown: 2 });
});

test.each([
  [{ login_from: 'WT', type: 'normal', protocol: 'ssh' }, ['web_cli']],
  [{ login_from: 'WT', type: 'normal', protocol: 'rdp' }, ['web_gui']],
  [{ login_from: 'WT', type: 'sftp', protocol: 'sftp' }, ['web_sftp']],
  [{ login_from: 'ST', type: 'sftp', protocol: 'sftp' }, ['sftp_client']],
  [{ login_from: 'DT', type: 'normal', protocol: 'mysql' }, ['db_client', 'db_guide']],
  [{ login_from: 'RT', type: 'normal', protocol: 'rdp' }, ['mstsc']],
])('a session %o was connected by %o', (session, methods) => expect(methodsOf(session)).toEqual(methods));

test.each(Object.keys(urls) as Kind[])(
  'trying a %s rule needs each permission, stays inside the organization, and reports mistakes on fields',
  async (kind) => {
    const permissions = [...needed[kind], 'users.view_user', 'perms.view_assetpermission'];
    const rule = { ...base[kind], name: 'draft' };
    const url = `${urls[kind]}try/`;
    for (const missing of permissions) {
      const caller = inventory.as({ permissions: permissions.filter((name) => name !== missing) });
      expect((await caller.post(url, { rule })).status, missing).toBe(403);
    }
    const { examples } = await tried(kind, {}, inventory.as({ permissions }));
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.map(({ user }) => user)).not.toContain('EVE(eve)');
    const wrong = await inventory.admin.post(url, { rule: { ...rule, users: { type: 'ids', ids: [] } } });
    expect([wrong.status, wrong.json]).toMatchObject([400, { users: expect.anything() }]);
    const kept = await inventory.admin.get(`${urls[kind]}?name=draft`);
    expect(kept.json).toEqual([]);
  },
);

const ticket = (over: Json) =>
  estateOf(inventory.pool).insert('tickets_ticket', {
    ...{ org_id: DEFAULT_ORG_ID, approval_step: 1, title: 't', serial_num: randomUUID().slice(0, 8) },
    ...{ state: 'approved', status: 'closed', assignees: [], process_map: [], rel_snapshot: {} },
    ...{ comment: '', applicant: ann.id, date_created: new Date().toISOString() },
    ...over,
  });
const decided = async (url: string) => {
  const { json } = await inventory.admin.get(`${url}decisions/`);
  const { dates, verdicts } = json as unknown as { dates: string[]; verdicts: Json[] };
  expect(dates).toHaveLength(7);
  expect(dates.at(-1)).toBe(new Date().toISOString().slice(0, 10));
  return verdicts;
};
const today = [0, 0, 0, 0, 0, 0, 1];

test('the page of a rule counts what it decided in the last seven days, by day and verdict', async () => {
  const { pool, admin, made } = inventory;
  const former = await made(admin.post(urls.login, { ...base.login, name: 'Nights' }));
  const refusal = { status: false, reason: 'acl_not_allow', rule: 'Nights' };
  const past = pastOf(pool);
  await past.signIn('bob', refusal);
  await past.signIn('ann', { ...refusal, datetime: new Date(Date.now() - 10 * 24 * 3600_000).toISOString() });
  await past.signIn('ann', { ...refusal, reason: 'review_refused' });
  await past.signIn('ann', { status: true, rule: 'Nights' });
  await past.signIn('ann', { status: true, reason: 'review_approved', rule: 'Nights' });
  const root = { org_id: ROOT_ORG_ID, type: 'login_confirm' };
  // A ticket keeps the name that the rule had.
  await ticket({ ...root, comment: 'Evenings', apply_from_rule: former.id, state: 'rejected' });
  await ticket({ ...root, comment: 'Nights', apply_from_rule: randomUUID() });
  const connection = await made(admin.post(urls.connection, { ...base.connection, name: 'Held' }));
  await ticket({ type: 'login_asset_confirm', comment: 'Renamed', apply_from_rule: connection.id });
  await ticket({ type: 'login_asset_confirm', comment: 'Held', apply_from_rule: randomUUID() });
  expect(await decided(`${urls.login}${former.id}/`)).toEqual([
    { verdict: 'reject', counts: today },
    { verdict: 'accept', counts: today },
    { verdict: 'refused', counts: today },
  ]);
  expect(await decided(`${urls.connection}${connection.id}/`)).toEqual([
    { verdict: 'approved', counts: today },
  ]);
});

test('the page of a command filter counts the recorded commands that it decided, and those that wait', async () => {
  const { pool, admin, other, made } = inventory;
  const group = await made(admin.post('/api/v1/acls/command-groups/', { name: 'g', content: 'reboot' }));
  const filters = '/api/v1/acls/command-filter-acls/';
  const { rules: _rules, ...who } = base.connection;
  const filter = await made(admin.post(filters, { ...who, command_groups: [group.id], name: 'Reboots' }));
  for (const state of ['pending', 'approved'])
    await ticket({ type: 'command_confirm', apply_from_cmd_filter_acl: filter.id, state });
  const now = Math.floor(Date.now() / 1000);
  const command = (over: Json) =>
    estateOf(pool).insert('terminal_command', {
      ...{
        org_id: DEFAULT_ORG_ID,
        user: 'u',
        asset: 'a',
        account: 'root(root)',
        input: 'reboot',
        output: '',
      },
      ...{ session: randomUUID(), timestamp: now, risk_level: 5, cmd_filter_acl: filter.id },
      ...{ cmd_filter_acl_name: 'Reboots', cmd_group_name: 'g', ...over },
    });
  for (const risk_level of [0, 4, 5, 6, 7, 8]) await command({ risk_level });
  await command({ cmd_filter_acl: randomUUID() });
  await command({ timestamp: now - 10 * 24 * 3600 });
  await command({ org_id: OTHER_ORG_ID });
  const verdicts = ['reject', 'accept', 'warning', 'approved', 'refused', 'pending', 'closed'];
  expect(await decided(`${filters}${filter.id}/`)).toEqual(
    verdicts.map((verdict) => ({ verdict, counts: today })),
  );
  expect((await other.get(`${filters}${filter.id}/decisions/`)).status).toBe(404);
  const viewer = inventory.as({ permissions: ['acls.view_commandfilteracl'] });
  expect((await viewer.get(`${filters}${filter.id}/decisions/`)).status).toBe(403);
});
