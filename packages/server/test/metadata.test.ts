import { randomUUID } from 'node:crypto';
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { estateOf } from './estate.ts';
import { bodyOf, type Inventory, type Json, startInventory } from './inventory.ts';

let api: Inventory;
const ids: Record<string, string> = {};

beforeAll(async () => {
  api = await startInventory();
  const estate = estateOf(api.pool);
  const add = (path: string, body: object) => api.made(api.admin.post(`/api/v1/${path}/`, body));
  ids.user = await estate.user('mary');
  const group = await estate.group('crew');
  await api.pool.query('insert into users_user_groups ("user", usergroup) values ($1, $2)', [
    ids.user,
    group,
  ]);
  const domain = await add('assets/domains', { name: 'dmz' });
  await add('assets/gateways', {
    name: 'gw',
    address: '10.0.0.2',
    platform: api.platform('Gateway'),
    domain: domain.id,
  });
  const node = await api.node('/DEFAULT/web');
  const host = await api.host({ domain: domain.id, nodes: [node.id], labels: ['env:prod'] });
  const account = await add('accounts/accounts', { username: 'root', asset: host.id, secret: 'one' });
  await add('accounts/accounts', { username: 'deploy', asset: host.id, secret: 'one' });
  for (const secret of ['two', 'three'])
    await api.admin.patch(`/api/v1/accounts/accounts/${account.id}/`, { secret });
  for (const name of ['t1', 't2']) await add('accounts/account-templates', { name, username: name });
  await add('perms/asset-permissions', {
    ...{
      name: 'all',
      accounts: ['@ALL'],
      users: [ids.user],
      user_groups: [group],
      assets: [host.id],
      nodes: [node.id],
    },
  });
  Object.assign(ids, { asset: host.id, group, node: node.id, account: account.id });
});
afterAll(() => api.stop());

const gets = () =>
  api.app.servedRoutes.filter(({ method, url }) => method === 'GET' && url.startsWith('/api/v1/'));
const isPage = (body: unknown): body is { results: Json[] } =>
  typeof body === 'object' && body !== null && Array.isArray((body as { results?: unknown }).results);

/** A served address with test rows in place of its parameters. */
const concrete = async (url: string): Promise<string> => {
  const known: Record<string, string> = {
    user: ids.user ?? '',
    asset: ids.asset ?? '',
    group: ids.group ?? '',
    node: ids.node ?? '',
    type: '1',
  };
  let made = '';
  for (const step of url.split('/').slice(1)) {
    if (!step.startsWith(':')) made += `/${step}`;
    else if (known[step.slice(1)]) made += `/${known[step.slice(1)]}`;
    else {
      const rows = bodyOf<Json[]>(await api.admin.get(`${made}/`));
      const own = rows.find?.(({ id }) => Object.values(ids).includes(String(id))) ?? rows[0];
      made += `/${own?.id ?? randomUUID()}`;
    }
  }
  return made;
};

/** Permissions of roles, and ports, which refuse OPTIONS as the reference does. */
const refusesOptions = ({ shows }: ReturnType<typeof gets>[number]) =>
  shows !== undefined && 'refused' in shows;

test('every readable API address describes itself under OPTIONS to any signed-in user', async () => {
  const nobody = api.as({ permissions: [], id: randomUUID() });
  const wrong: string[] = [];
  for (const { url } of gets().filter((route) => !refusesOptions(route))) {
    const category = url.endsWith('/preference/') ? 'lina' : 'chat';
    const query = `category=${category}&ticket_id=${randomUUID()}`;
    const answer = await nobody.options(`${await concrete(url)}?${query}`);
    const body = bodyOf<OptionsBody>(answer);
    if (answer.status !== 200 || !body.name || !body.renders.length || !body.parses.length)
      wrong.push(`${url} answered ${answer.status}`);
  }
  expect(wrong).toEqual([]);
});

/** Trees have items instead of rows. */
const noRows = /\/tree\//;

test("every list describes its rows' columns, also at custom addresses", async () => {
  const wrong: string[] = [];
  const seen: string[] = [];
  for (const { url } of gets().filter((route) => !noRows.test(route.url) && !refusesOptions(route))) {
    const address = await concrete(url);
    const needed = `ticket_id=${randomUUID()}`;
    const answer = await api.admin.get(`${address}?asset=${ids.asset}&${needed}&limit=1`);
    const body = bodyOf<unknown>(answer);
    if (!Array.isArray(body) && !isPage(body)) continue;
    const row = (isPage(body) ? body.results : body)[0];
    if (typeof row === 'string') continue;
    const meta = bodyOf<OptionsBody>(await api.admin.options(`${address}?${needed}`)).actions?.GET;
    if (!meta) wrong.push(`${url} tells nothing`);
    else if (row) {
      seen.push(url);
      const untold = Object.keys(row).filter((name) => !meta[name]?.label || meta[name].label.includes('.'));
      if (untold.length) wrong.push(`${url} does not tell ${untold.join(', ')}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen.length).toBeGreaterThan(60);
});

test('OPTIONS of the permissions of a role, of all, and of ports is refused', async () => {
  const refused = gets().filter(refusesOptions);
  expect(refused.length).toBeGreaterThan(6);
  for (const { url } of refused) expect((await api.admin.options(await concrete(url))).status, url).toBe(405);
});

test('the accounts created with a new asset have their fields described', async () => {
  const hosts = bodyOf<OptionsBody>(await api.admin.options('/api/v1/assets/hosts/'));
  const { accounts } = hosts.actions?.POST ?? {};
  expect(accounts).toMatchObject({ type: 'field', write_only: true, child: { type: 'nested object' } });
  const { secret, secret_type, username, template } = accounts?.child?.children ?? {};
  expect(secret).toMatchObject({ type: 'string', write_only: true, label: 'Secret' });
  expect(secret_type).toMatchObject({ type: 'labeled_choice', default: 'password' });
  expect([username?.max_length, template?.write_only]).toEqual([128, true]);
});

const told = async (address: string, method: 'GET' | 'POST' | 'PUT' | 'PATCH') =>
  bodyOf<OptionsBody>(await api.admin.options(`/api/v1/${address}`)).actions?.[method];

test('clients of the protocol learn from GET which fields they may only write', async () => {
  const columns = await told('accounts/accounts/', 'GET');
  expect(columns?.secret).toMatchObject({ type: 'string', write_only: true });
  expect(columns?.push_now).toMatchObject({ type: 'boolean', write_only: true });
  expect(columns?.push_now).not.toHaveProperty('own');
  expect(await told('accounts/account-secrets/', 'GET')).toHaveProperty('secret');
  expect((await told('users/users/', 'GET'))?.password).toMatchObject({ write_only: true });
  expect(await told('users/users/', 'GET')).not.toHaveProperty('password_hash');
});

test('what is chosen on creation is told as writable, and marked as kept for the console', async () => {
  const { category } = (await told(`assets/platforms/${api.platform('Linux')}/`, 'PUT')) ?? {};
  expect(category).toMatchObject({ read_only: false, own: { read_only: true } });
  const { category: created } = (await told('assets/platforms/', 'POST')) ?? {};
  expect(created).toMatchObject({ read_only: false });
  expect(created).not.toHaveProperty('own');
  const { username } = (await told(`accounts/accounts/${ids.account}/`, 'PATCH')) ?? {};
  expect(username).toMatchObject({ read_only: false, required: true });
  expect(username?.own).toEqual({ read_only: true, required: false });
});

test('fields that only the server sets may be told as writable', async () => {
  const { updated_by, created_by } = (await told(`users/users/${ids.user}/`, 'PUT')) ?? {};
  expect(updated_by).toMatchObject({ read_only: false, own: { read_only: true } });
  expect(created_by).toMatchObject({ read_only: true });
  expect(created_by).not.toHaveProperty('own');
  const { scope } = (await told('rbac/org-roles/', 'POST')) ?? {};
  expect(scope).toMatchObject({ required: true, read_only: false });
  expect(scope?.choices?.map(({ value }) => value)).toEqual(['system', 'org']);
  expect(scope?.own).toMatchObject({ choices: [{ value: 'org' }] });
});

test('an invitation is described by what it needs', async () => {
  const { users, org_roles } = (await told('users/users/invite/', 'POST')) ?? {};
  for (const field of [users, org_roles])
    expect(field).toMatchObject({ type: 'm2m_related_field', required: true, read_only: false });
  expect([users?.label, org_roles?.label]).toEqual(['Users', 'Organization roles']);
});

test('methods are described although they are refused, as clients of the protocol expect', async () => {
  for (const address of ['tickets/apply-asset-tickets/', 'terminal/terminals/', 'assets/assets/']) {
    const body = bodyOf<OptionsBody>(await api.admin.options(`/api/v1/${address}`));
    expect(Object.keys(body.actions?.POST ?? {}).length, address).toBeGreaterThan(5);
    expect(body.view?.operations, address).not.toContain('create');
  }
  for (const method of ['POST', 'PUT', 'PATCH'] as const)
    expect(await told('perms/asset-permissions-users-relations/', method)).toHaveProperty('assetpermission');
  expect(await told(`assets/nodes/${ids.node}/children/`, 'POST')).toHaveProperty('value');
  expect(await told('rbac/role-bindings/', 'PATCH')).toMatchObject({ user: { required: false } });
});

test('the description of the own profile mentions what only administrators change', async () => {
  const profile = await told('users/profile/', 'PUT');
  expect(profile?.groups).toMatchObject({ type: 'm2m_related_field', read_only: true, own: null });
  expect(profile?.phone).not.toHaveProperty('own');
  expect(profile).not.toHaveProperty('password');
});

test('the way to choose a password names sending it by mail, which only the own words leave out', async () => {
  const { password_strategy } = (await told('users/users/', 'POST')) ?? {};
  expect(password_strategy?.choices?.map(({ value }) => value)).toEqual(['email', 'custom']);
  expect(password_strategy?.own).toMatchObject({ default: 'custom', choices: [{ value: 'custom' }] });
});

test('categories of settings describe their fields to users who may see them', async () => {
  const basic = (await told('settings/setting/?category=basic', 'PATCH')) ?? {};
  expect(basic.SITE_URL).toMatchObject({ type: 'url', required: true, label: 'Site URL' });
  expect(await told('settings/setting/', 'PATCH')).toEqual(basic);
  const security = await told('settings/setting/?category=security', 'PUT');
  expect(security?.SECURITY_PASSWORD_MIN_LENGTH).toMatchObject({ label: 'Minimum length', min_value: 6 });
  expect(security?.SECURITY_MFA_AUTH?.choices?.map(({ label }) => label)).toEqual([
    'Off',
    'All users',
    'Administrators only',
  ]);
  const mail = (await told('settings/setting/?category=email', 'PUT')) ?? {};
  expect(mail.EMAIL_HOST).toMatchObject({ required: true, own: { required: false } });
  expect(await told('settings/setting/?category=nonsense', 'GET')).toBeUndefined();
  const nobody = api.as({ permissions: [], id: randomUUID() });
  for (const category of ['basic', 'security', 'oidc']) {
    const answer = await nobody.options(`/api/v1/settings/setting/?category=${category}`);
    expect(bodyOf<OptionsBody>(answer)).not.toHaveProperty('actions');
  }
});

test('addresses without rows are described as clients of the protocol know them', async () => {
  expect(await told('authentication/confirm/', 'POST')).toMatchObject({ confirm_type: { required: true } });
  expect(await told('terminal/command-storages/tree/', 'GET')).toMatchObject({
    meta: { type: 'nested object' },
  });
  const { app_label, name } = (await told('rbac/content-types/', 'POST')) ?? {};
  expect(app_label).toMatchObject({ required: true, read_only: false, own: { read_only: true } });
  expect(name).toMatchObject({ required: false, read_only: true });
  expect((await api.admin.options('/api/health/')).status).toBe(200);
});
