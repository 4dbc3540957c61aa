import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { connectionSecretSchema } from '@gatehouse/contract/wire/connection.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';

type Caller = ReturnType<(typeof api)['as']>;
type Wire = { id: string; value: string; [field: string]: unknown };

let api: Awaited<ReturnType<typeof startApi>>;
let admin: Caller;
let clerk: Caller;
let gateway: Caller;
const ids: Record<string, string> = {};
const tokens = '/api/v1/authentication/super-connection-token/';
const own = '/api/v1/authentication/connection-token/';
const { user, orgAdmin, systemAuditor, systemComponent } = builtinRoles;
/** What a system role for this page alone permits. */
const clerkship = [
  'authentication.view_superconnectiontoken',
  'authentication.add_superconnectiontoken',
  'users.view_user',
  'assets.view_asset',
];

const wanted = () => ({
  user: ids.ann,
  asset: ids.host,
  account: 'root',
  protocol: 'ssh',
  connect_method: 'web_cli',
});
const tokenFor = async (body: object = {}, caller = admin) => {
  const made = await caller.post(tokens, { ...wanted(), ...body });
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
  return made.json as Wire;
};
const redeemed = async (id: string) => {
  const answer = await gateway.post(`${tokens}secret/`, { id });
  return answer.status === 200 ? connectionSecretSchema.parse(answer.json) : answer.status;
};
const logged = async (action: string) =>
  (
    await api.pool.query(
      'select resource, "user", diff::text as diff from audits_operatelog where action = $1 and resource_key = $2 order by datetime desc limit 1',
      [action, 'authentication.connectiontoken'],
    )
  ).rows[0];

beforeAll(async () => {
  api = await startApi();
  const estate = estateOf(api.pool);
  ids.root = await estate.node('1', 'Default');
  ids.host = await estate.asset({ name: 'host-1', address: '10.0.0.7', nodes: [ids.root] });
  ids.ann = await estate.user('ann');
  ids.chief = await estate.user('chief');
  const role = await estate.insert('rbac_role', {
    name: 'Chiefs',
    scope: 'org',
    codenames: ['assets.delete_asset'],
    builtin: false,
    created_by: '',
    updated_by: '',
    comment: '',
  });
  await estate.insert('rbac_rolebinding', { user: ids.chief, role, scope: 'org', org: DEFAULT_ORG_ID });
  const elsewhere = estateOf(api.pool, OTHER_ORG_ID);
  ids.otherHost = await elsewhere.asset({ name: 'host-2', nodes: [await elsewhere.node('2', 'Other')] });
  ids.eve = await elsewhere.user('eve');
  ids.clerk = await estate.user('clerk');
  admin = api.as({ superuser: true });
  clerk = api.as({ id: ids.clerk, username: 'clerk', permissions: clerkship });
  gateway = api.as({
    id: await estate.user('gw'),
    username: 'gw',
    serviceAccount: true,
    org: ROOT_ORG_ID,
    permissions: permissionsOfBuiltinRole(systemComponent),
  });
  const account = { asset: ids.host, username: 'root', secret: 'sesame' };
  expect((await admin.post('/api/v1/accounts/accounts/', account)).status).toBe(201);
  const rule = await admin.post('/api/v1/perms/asset-permissions/', {
    name: 'on host-1',
    users: [ids.ann, ids.chief],
    assets: [ids.host],
    accounts: ['@ALL', '@USER'],
    actions: ['connect'],
  });
  expect(rule.status, rule.text).toBe(201);
});
afterAll(() => api.stop());

test('a token for another user is judged by what that user may do, and opens as that user', async () => {
  const token = await tokenFor();
  expect(token).toMatchObject({
    user: { id: ids.ann },
    user_display: 'ANN(ann)',
    asset_display: 'host-1(10.0.0.7)',
    actions: [{ value: 'connect' }],
    org_id: DEFAULT_ORG_ID,
  });
  expect(token.value).toHaveLength(16);
  expect(await redeemed(token.id)).toMatchObject({ user: { id: ids.ann }, account: { secret: 'sesame' } });
  expect(await redeemed(token.id)).toBe(400);
  const refused = await admin.post(tokens, { ...wanted(), user: ids.clerk });
  expect([refused.status, (refused.json as Wire).code]).toEqual([400, 'perm_account_invalid']);
});

test('the operate log says who made and ended it, without its value or a typed secret', async () => {
  const token = await tokenFor({ account: '@USER', input_secret: 'typed-secret' });
  const made = await logged('create');
  expect(made).toMatchObject({
    resource: 'ANN(ann) → host-1(10.0.0.7)',
    user: expect.stringContaining('tester'),
  });
  expect(made.diff).not.toContain(token.value);
  expect(made.diff).not.toContain('typed-secret');
  expect((await admin.patch(`${tokens}${token.id}/expire/`)).status).toBe(204);
  expect(await logged('close')).toMatchObject({ resource: 'ANN(ann) → host-1(10.0.0.7)' });
});

test('an ended token opens nothing, and stays in the list as ended', async () => {
  const token = await tokenFor();
  expect((await clerk.patch(`${tokens}${token.id}/expire/`)).status).toBe(204);
  expect(await redeemed(token.id)).toBe(400);
  expect((await clerk.get(`${tokens}${token.id}/`)).json).toMatchObject({ is_expired: true, expire_time: 0 });
  const ended = (await clerk.get(`${tokens}${token.id}/`)).json as Wire;
  expect((await clerk.patch(`${tokens}${token.id}/expire/`)).status).toBe(204);
  expect((await clerk.get(`${tokens}${token.id}/`)).json).toMatchObject({ date_expired: ended.date_expired });
});

test('callers make no token for a user who ranks above them', async () => {
  const answer = await clerk.post(tokens, { ...wanted(), user: ids.chief });
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('chief')]);
  expect((await tokenFor({}, clerk)).value).toHaveLength(16);
});

test('the value of a token is for its user and for callers who may act for that user', async () => {
  const chief = api.as({ id: ids.chief, username: 'chief', permissions: permissionsOfBuiltinRole(user) });
  const { user: _, ...body } = wanted();
  const token = (await chief.post(own, body)).json as Wire;
  expect(token.value).toHaveLength(16);
  for (const path of [
    '',
    '?fields_size=mini',
    `${token.id}/`,
    '?format=csv&fields=id,value',
    '?order=value',
  ]) {
    const answer = await clerk.get(`${tokens}${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.text).toContain(token.id);
    expect(answer.text).not.toContain(token.value);
  }
  const refused = await clerk.patch(`${tokens}${token.id}/expire/`);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('chief')]);
  expect((await admin.get(`${tokens}${token.id}/`)).json).toMatchObject({ value: token.value });
});

test.each([
  ['a user', permissionsOfBuiltinRole(user)],
  ['an auditor', permissionsOfBuiltinRole(systemAuditor)],
  ['an administrator of an organization', permissionsOfBuiltinRole(orgAdmin)],
])('%s has no part in tokens of others', async (_, permissions) => {
  const token = await tokenFor();
  const caller = api.as({ id: ids.clerk, username: 'clerk', permissions });
  const answers = [
    await caller.get(tokens),
    await caller.get(`${tokens}${token.id}/`),
    await caller.post(tokens, wanted()),
    await caller.patch(`${tokens}${token.id}/expire/`),
    await caller.post(`${tokens}secret/`, { id: token.id }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect((await caller.get(`${own}${token.id}/`)).status).not.toBe(200);
});

test('a component makes and ends no token, although it renews connections', async () => {
  const token = await tokenFor();
  const here = api.as({
    serviceAccount: true,
    permissions: [...permissionsOfBuiltinRole(systemComponent), ...clerkship],
  });
  expect((await gateway.get(tokens)).status).toBe(403);
  expect((await here.post(tokens, wanted())).status).toBe(403);
  expect((await here.patch(`${tokens}${token.id}/expire/`)).status).toBe(403);
  expect(await redeemed(token.id)).toMatchObject({ user: { id: ids.ann } });
});

test('tokens stay within their organization', async () => {
  const token = await tokenFor();
  const there = api.as({ id: ids.clerk, username: 'clerk', org: OTHER_ORG_ID, permissions: clerkship });
  expect(((await there.get(tokens)).json as Wire[]).map(({ id }) => id)).not.toContain(token.id);
  expect((await there.get(`${tokens}${token.id}/`)).status).toBe(404);
  expect((await there.patch(`${tokens}${token.id}/expire/`)).status).toBe(404);
  expect((await there.post(tokens, wanted())).json).toMatchObject({ asset: expect.anything() });
  expect((await clerk.post(tokens, { ...wanted(), user: ids.eve })).json).toMatchObject({
    user: expect.anything(),
  });
  expect((await clerk.post(tokens, { ...wanted(), asset: ids.otherHost })).json).toMatchObject({
    asset: expect.anything(),
  });
});

test('in the root organization a token belongs to the organization of its asset', async () => {
  const everywhere = api.as({ superuser: true, org: ROOT_ORG_ID });
  const token = await tokenFor({}, everywhere);
  expect(token.org_id).toBe(DEFAULT_ORG_ID);
  expect(((await everywhere.get(tokens)).json as Wire[]).map(({ id }) => id)).toContain(token.id);
});

test('a disabled user gets no token', async () => {
  await api.pool.query('update users_user set is_active = false where id = $1', [ids.ann]);
  const answer = await admin.post(tokens, wanted());
  await api.pool.query('update users_user set is_active = true where id = $1', [ids.ann]);
  expect([answer.status, Object.keys(answer.json)]).toEqual([400, ['user']]);
});
