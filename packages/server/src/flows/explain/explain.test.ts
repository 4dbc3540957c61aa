import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { createNotices } from '../../platform/notices.ts';

type Caller = ReturnType<(typeof api)['as']>;
const permissions = '/api/v1/perms/asset-permissions/';
const acls = '/api/v1/acls/';
let api: Awaited<ReturnType<typeof startApi>>;
let admin: Caller;
let ann: Caller;
const ids: Record<string, string> = {};

const post = async (at: string, body: object): Promise<string> => {
  const made = await admin.post(at, body);
  expect(made.status, made.text).toBe(201);
  return (made.json as { id: string }).id;
};
const tables = ['loginacl', 'loginassetacl', 'connectmethodacl', 'commandfilteracl'] as const;
/** A change is in force within a second, on every server. */
const inForce = async () => {
  const { ruleBook } = api.services;
  const stored = await Promise.all(
    tables.map(async (name) =>
      Number((await api.pool.query(`select count(*) from acls_${name}`)).rows[0].count),
    ),
  );
  const known = async () =>
    (
      await Promise.all([
        ruleBook.logins(),
        ruleBook.assetLogins(DEFAULT_ORG_ID),
        ruleBook.methods(),
        ruleBook.filters(DEFAULT_ORG_ID),
      ])
    ).map(({ rules }) => rules.length);
  await expect.poll(known).toEqual(stored);
};
const grant = (name: string, more: object = {}) =>
  post(permissions, {
    ...{ name, users: [ids.ann], assets: [ids.web], accounts: ['root'], actions: ['connect'] },
    ...more,
  });
const rule = (kind: string, name: string, more: object = {}) =>
  post(`${acls}${kind}/`, {
    ...{ name, priority: 50, action: 'reject', users: { type: 'all' } },
    ...(kind.startsWith('log') && { rules: { ip_group: ['*'], time_period: [] } }),
    ...(kind !== 'login-acls' && kind !== 'connect-method-acls'
      ? { assets: { type: 'all' }, accounts: ['@ALL'] }
      : {}),
    ...more,
  });
const ask = (more: object = {}, caller = admin) =>
  caller.call('POST /api/v1/perms/explain/', {
    body: {
      ...{ user: String(ids.ann), asset: String(ids.web), account: 'root', protocol: 'ssh' },
      ...{ connect_method: 'web_cli', address: '127.0.0.1' },
      ...more,
    },
  });
const told = async (more: object = {}, caller = admin) => {
  const answer = await ask(more, caller);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
};
type Told = Awaited<ReturnType<typeof told>>;
const stepOf = ({ steps }: Told, name: string) => steps.find(({ step }) => step === name);
const reasonsOf = (rows: readonly { name: string; reason: string | null }[]) =>
  Object.fromEntries(rows.map(({ name, reason }) => [name, reason]));
/** What happens to a real connection of the user. */
const connection = (more: object = {}) => ({
  ...{ asset: ids.web, account: 'root', protocol: 'ssh', connect_method: 'web_cli' },
  ...more,
});
const connect = (more: object = {}) => ann.post('/api/v1/authentication/connection-token/', connection(more));

beforeAll(async () => {
  api = await startApi({ notices: (at) => createNotices(at) });
  admin = api.as({ superuser: true });
  const estate = estateOf(api.pool);
  ids.top = await estate.node('1', 'Default');
  ids.shop = await estate.node('1:0', 'Shop');
  ids.web = await estate.asset({ name: 'web-1', address: '10.0.0.7', nodes: [ids.shop] });
  ids.db = await estate.asset({ name: 'db-1', address: '10.0.0.8' });
  ids.crew = await estate.group('crew');
  ids.ann = await estate.user('ann', { groups: [ids.crew] });
  ids.boss = await estate.user('boss');
  await estate.admit(ids.ann);
  const elsewhere = estateOf(api.pool, OTHER_ORG_ID);
  ids.stranger = await elsewhere.user('stranger');
  ids.far = await elsewhere.asset({ name: 'far', address: '10.9.0.1' });
  ann = api.as({
    ...{ id: ids.ann, username: 'ann' },
    permissions: permissionsOfBuiltinRole(builtinRoles.user),
  });
  for (const name of ['root', 'deploy'])
    await post('/api/v1/accounts/accounts/', { name, username: name, asset: ids.web, secret: 'x' });
});
afterAll(() => api.stop());
afterEach(async () => {
  for (const name of [
    'perms_assetpermission',
    ...tables.map((table) => `acls_${table}`),
    'acls_commandgroup',
  ])
    await api.pool.query(`delete from ${name}`);
  await inForce();
});

test('a permission that grants the connection is named with its path, from the user to the asset', async () => {
  await grant('crew on the shop', {
    ...{ users: [], assets: [], user_groups: [ids.crew], nodes: [ids.shop] },
    actions: ['connect', 'upload'],
  });
  expect(await told()).toMatchObject({
    outcome: 'allow',
    decided_by: null,
    user: { name: 'ANN', username: 'ann' },
    asset: { name: 'web-1', address: '10.0.0.7' },
    account: { alias: 'root', username: 'root', actions: ['connect', 'upload'] },
    grants: [
      {
        ...{ name: 'crew on the shop', decides: true, reason: null },
        ...{ is_direct: false, groups: [{ id: ids.crew, name: 'crew' }] },
        ...{ is_on_asset: false, nodes: [{ id: ids.shop }] },
      },
    ],
  });
  expect((await connect()).status).toBe(201);
});

test('every permission that does not decide says why; those not in force add nothing to the account', async () => {
  const past = '2020/01/02 00:00:00 +0000';
  await grant('a decides');
  await grant('b not needed', { accounts: ['@ALL'] });
  await grant('c inactive', { is_active: false, actions: ['connect', 'download'] });
  await grant('d ended', { date_start: '2019/01/02 00:00:00 +0000', date_expired: past });
  await grant('e to come', {
    date_start: '2090/01/02 00:00:00 +0000',
    date_expired: '2091/01/02 00:00:00 +0000',
  });
  await grant('f other account', { accounts: ['deploy'] });
  await grant('g other protocol', { protocols: ['rdp'] });
  await grant('h no connection', { actions: ['upload'] });
  await grant('i other user', { users: [ids.boss] });
  await grant('j other asset', { assets: [ids.db] });
  const answer = await told();
  expect(reasonsOf(answer.grants)).toEqual({
    'a decides': null,
    'b not needed': 'not_needed',
    'c inactive': 'inactive',
    'd ended': 'expired',
    'e to come': 'not_started',
    'f other account': 'account',
    'g other protocol': 'protocol',
    'h no connection': 'action',
  });
  expect(answer.grants_count).toBe(8);
  expect(answer.account?.actions).toEqual(['connect', 'upload']);
  // At another time others decide.
  const later = await told({ date: '2090-06-01T00:00:00Z' });
  expect(later.grants.find(({ name }) => name === 'e to come')?.reason).toBe('not_needed');
});

test.each([
  ['no_permission', {}, undefined],
  ['not_granted', {}, { accounts: ['deploy'] }],
  ['not_granted', {}, { is_active: false }],
  ['expired', { date: '2031-01-01T00:00:00Z' }, { date_expired: '2030/01/02 00:00:00 +0000' }],
])('without a permission that grants it, the connection is refused: %s', async (reason, asked, more) => {
  if (more) await grant('one', more);
  const answer = await told(asked);
  expect([answer.outcome, answer.decided_by, answer.account]).toEqual(['reject', 'permission', null]);
  expect(stepOf(answer, 'permission')).toMatchObject({ outcome: 'reject', reason });
  if (!('date' in asked)) expect((await connect()).status).toBe(400);
});

test('a disabled or expired user, an inactive asset and a protocol it lacks end the way first', async () => {
  await grant('one');
  const change = (table: string, what: string, id?: string) =>
    api.pool.query(`update ${table} set ${what} where id = $1`, [id]);
  const reason = async (step: string, more: object = {}) => {
    const answer = await told(more);
    expect(answer.decided_by).toBe(step);
    return stepOf(answer, step)?.reason;
  };
  await change('users_user', 'is_active = false', ids.ann);
  expect(await reason('user')).toBe('user_inactive');
  await change('users_user', "is_active = true, date_expired = '2030-01-01'", ids.ann);
  expect(await reason('user', { date: '2030-02-01T00:00:00Z' })).toBe('user_expired');
  await change('users_user', "date_expired = '2099-01-01'", ids.ann);
  await change('assets_asset', 'is_active = false', ids.web);
  expect(await reason('asset')).toBe('asset_inactive');
  await change('assets_asset', 'is_active = true', ids.web);
  expect(await reason('asset', { protocol: 'rdp' })).toBe('protocol_missing');
  expect(await reason('asset', { account: '@ANON' })).toBe('anonymous');
  expect(await reason('method', { connect_method: 'smoke_signs' })).toBe('method_unknown');
});

test('rules about signing in and connecting decide in order; each passed over says why', async () => {
  await grant('one');
  const kinds = ['login-acls', 'login-asset-acls'] as const;
  for (const kind of kinds) {
    await rule(kind, `${kind} off`, { priority: 99, is_active: false });
    await rule(kind, `${kind} other user`, { priority: 98, users: { type: 'ids', ids: [ids.boss] } });
    await rule(kind, `${kind} other address`, {
      priority: 97,
      rules: { ip_group: ['10.1.0.0/16'], time_period: [] },
    });
    await rule(kind, `${kind} sundays`, {
      priority: 96,
      rules: { ip_group: ['*'], time_period: [{ id: 0, value: '09:00~18:00' }] },
    });
    await rule(kind, `${kind} notice`, { priority: 60, action: 'notice', reviewers: [ids.boss] });
    await rule(kind, `${kind} late`, { priority: 1 });
  }
  const [, connection] = kinds;
  await rule(connection, 'other asset', { priority: 95, assets: { type: 'ids', ids: [ids.db] } });
  await rule(connection, 'other account', { priority: 94, accounts: ['deploy'] });
  await inForce();
  // A Monday.
  const answer = await told({ date: '2031-03-03T12:00:00Z' });
  expect(answer.outcome).toBe('allow');
  const order = answer.steps.map(({ step }) => step);
  expect(order.indexOf('mfa')).toBeLessThan(order.indexOf('sign_in'));
  const common = (kind: string) => ({
    [`${kind} off`]: 'inactive',
    [`${kind} other address`]: 'address',
    [`${kind} sundays`]: 'period',
    [`${kind} late`]: 'decided_before',
    [`${kind} other user`]: 'user',
  });
  for (const [step, kind] of [
    ['sign_in', kinds[0]],
    ['connection', kinds[1]],
  ] as const) {
    const found = stepOf(answer, step);
    expect(found).toMatchObject({
      outcome: 'notice',
      rule: { name: `${kind} notice`, priority: 60 },
      reviewers: ['BOSS(boss)'],
    });
    expect(reasonsOf(found?.passed_over ?? [])).toEqual({
      ...common(kind),
      ...(step === 'connection' && { 'other asset': 'asset', 'other account': 'account' }),
    });
  }
  // Rules about other users and assets come last: they are the least interesting.
  const passed = stepOf(answer, 'connection')?.passed_over.map(({ reason }) => reason);
  expect(passed?.slice(-2).toSorted()).toEqual(['asset', 'user']);
});

test('a connection that a rule refuses or lets wait is explained as the token is refused', async () => {
  await grant('one');
  await rule('login-asset-acls', 'ask first', { action: 'review', reviewers: [ids.boss] });
  await inForce();
  expect(await told()).toMatchObject({ outcome: 'review', decided_by: 'connection' });
  expect((await connect()).json).toMatchObject({ code: 'acl_review' });
  // While 100 tickets of a user are waiting, no further one is opened.
  const asked = () => ann.post('/api/v1/authentication/connection-token/?create_ticket=1', connection());
  expect((await asked()).status).toBe(201);
  const { rows } = await api.pool.query(
    `select to_jsonb(t) - '{id,search_text}'::text[] as one from tickets_ticket t`,
  );
  for (let more = 1; more < 100; more += 1)
    await estateOf(api.pool).insert('tickets_ticket', { ...rows[0].one, serial_num: `more-${more}` });
  expect(stepOf(await told(), 'connection')).toMatchObject({ outcome: 'reject', reason: 'too_many_reviews' });
  expect((await asked()).json).toMatchObject({ code: 'acl_reject' });
  await api.pool.query('delete from tickets_ticket');
  const unlicensed = api.as({ superuser: true, lacks: new Set(['tickets.view_ticket']) });
  expect(stepOf(await told({}, unlicensed), 'connection')).toMatchObject({
    ...{ outcome: 'reject', reason: 'unlicensed', rule: { name: 'ask first' } },
  });
  await api.pool.query('update users_user set is_active = false where id = $1', [ids.boss]);
  const nobody = await told();
  await api.pool.query('update users_user set is_active = true where id = $1', [ids.boss]);
  expect(nobody).toMatchObject({ outcome: 'reject', decided_by: 'connection' });
  expect(stepOf(nobody, 'connection')).toMatchObject({ reason: 'no_reviewer', rule: { name: 'ask first' } });
  await rule('login-asset-acls', 'closed', { priority: 90 });
  await inForce();
  expect(stepOf(await told(), 'connection')).toMatchObject({ outcome: 'reject', rule: { name: 'closed' } });
  expect((await connect()).json).toMatchObject({ code: 'acl_reject' });
});

test('a rule that takes the way to connect away is named; rules about other ways are passed over', async () => {
  await grant('one');
  await rule('connect-method-acls', 'no client', { priority: 99, connect_methods: ['ssh_client'] });
  await rule('connect-method-acls', 'no web', { priority: 50, connect_methods: ['web_cli'] });
  await rule('connect-method-acls', 'no web either', { priority: 40, connect_methods: ['web_cli'] });
  await inForce();
  const step = stepOf(await told(), 'method');
  expect(step).toMatchObject({ outcome: 'reject', rule: { name: 'no web' } });
  expect(reasonsOf(step?.passed_over ?? [])).toEqual({
    'no client': 'method',
    'no web either': 'decided_before',
  });
  expect((await connect()).status).toBe(400);
  // Without a way to connect, there is no such step.
  expect(stepOf(await told({ connect_method: undefined }), 'method')).toBeUndefined();
});

test('a command is judged by the filters in force, which the gate uses', async () => {
  await grant('one');
  const group = (name: string, content: string) =>
    post(`${acls}command-groups/`, { name, type: 'command', content });
  const [dangerous, harmless] = [await group('dangerous', 'rm -rf\nreboot'), await group('harmless', 'ls')];
  const filter = (name: string, priority: number, more: object) =>
    rule('command-filter-acls', name, { priority, command_groups: [dangerous], ...more });
  await filter('off', 99, { is_active: false });
  await filter('reject', 80, {});
  await filter('harmless', 70, { action: 'accept', command_groups: [harmless] });
  await filter('late', 60, { action: 'warning', reviewers: [ids.boss] });
  await filter('other account', 50, { accounts: ['deploy'] });
  await inForce();
  const answer = await told({ command: 'cd / && rm -rf *' });
  expect(answer).toMatchObject({
    ...{ outcome: 'reject', decided_by: 'command', filters_count: 3 },
    command: { line: 'cd / && rm -rf *', group: 'dangerous', matched: 'rm -rf', is_unparsed: false },
  });
  const step = stepOf(answer, 'command');
  expect(step).toMatchObject({ outcome: 'reject', rule: { name: 'reject' } });
  expect(reasonsOf(step?.passed_over ?? [])).toEqual({
    harmless: 'command',
    late: 'decided_before',
    off: 'inactive',
    'other account': 'account',
  });
  const without = await told();
  expect([without.outcome, without.command, without.filters.map(({ name }) => name)]).toEqual([
    'allow',
    null,
    ['reject', 'harmless', 'late'],
  ]);
});

test('a caller learns nothing of rules without the right to see them, and nothing without the other rights', async () => {
  await grant('one');
  await rule('login-acls', 'closed');
  await rule('login-asset-acls', 'closed too');
  await inForce();
  const needed = ['perms.view_assetpermission', 'users.view_user', 'assets.view_asset'];
  for (const missing of needed)
    expect((await ask({}, api.as({ permissions: needed.filter((name) => name !== missing) }))).status).toBe(
      403,
    );
  const viewer = api.as({ permissions: needed });
  const answer = await told({}, viewer);
  expect(answer).toMatchObject({ outcome: 'allow', filters: [], filters_count: 0 });
  expect(answer.hidden).toEqual(['limits', 'address', 'sign_in', 'method', 'connection', 'command']);
  const seen = ['proof', 'user', 'mfa', 'role', 'asset', 'permission'];
  expect(answer.steps.map(({ step }) => step)).toEqual(seen);
  expect(JSON.stringify(answer)).not.toContain('closed');
  const more = await told({}, api.as({ permissions: [...needed, 'acls.view_loginassetacl'] }));
  expect(more).toMatchObject({ outcome: 'reject', decided_by: 'connection' });
  const choices = { query: { asset: String(ids.web) } };
  const known = await viewer.call('GET /api/v1/perms/explain/choices/', choices);
  expect(known.json).toMatchObject({ accounts: [], protocols: ['ssh'] });
  const all = await admin.call('GET /api/v1/perms/explain/choices/', choices);
  expect(all.json.accounts).toContainEqual({ alias: 'deploy', username: 'deploy' });
});

test('users, assets and rules of another organization are not found, nor do they count', async () => {
  await grant('one');
  const other = api.as({ superuser: true, org: OTHER_ORG_ID });
  expect((await ask({ asset: ids.far })).json).toHaveProperty('asset');
  expect((await ask({ user: ids.stranger })).json).toHaveProperty('user');
  expect((await ask({}, other)).json).toHaveProperty('user');
  const here = { query: { asset: String(ids.web) } };
  expect((await other.call('GET /api/v1/perms/explain/choices/', here)).status).toBe(400);
  await other.post(`${acls}login-asset-acls/`, {
    ...{
      name: 'over there',
      priority: 90,
      action: 'reject',
      users: { type: 'all' },
      assets: { type: 'all' },
    },
    ...{ accounts: ['@ALL'], rules: { ip_group: ['*'], time_period: [] } },
  });
  const answer = await told();
  expect(answer.outcome).toBe('allow');
  expect(JSON.stringify(answer)).not.toContain('over there');
});

test('each question is in the operate log', async () => {
  await told();
  const { rows } = await api.pool.query(
    `select action, resource, resource_key from audits_operatelog where resource_id = $1 order by datetime desc limit 1`,
    [ids.ann],
  );
  expect(rows).toEqual([
    { action: 'view', resource: 'ANN(ann) → root@web-1(10.0.0.7) ssh', resource_key: 'users.user' },
  ]);
});
