import { randomUUID } from 'node:crypto';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../test/signedIn.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
});
afterAll(() => server.stop());

const url = '/api/v1/orgs/orgs/';
const add = async (name: string) => (await admin.post(url, { name })).json as { id: string };
const root = '00000000-0000-0000-0000-000000000000';

test('A-3-009 a new organization works at once, and its tree follows its name', async () => {
  const { id } = await add('Harbour');
  const inside = { 'x-jms-org': id };
  expect((await admin.get(`${url}current/`, undefined, inside)).json).toMatchObject({
    id,
    name: 'Harbour',
    is_root: false,
  });
  expect((await admin.get('/api/v1/assets/nodes/', undefined, inside)).json).toMatchObject([
    { value: 'Harbour' },
  ]);
  await admin.patch(`${url}${id}/`, { name: 'Port' });
  expect((await admin.get('/api/v1/assets/nodes/', undefined, inside)).json).toMatchObject([
    { value: 'Port', full_value: '/Port' },
  ]);
  expect((await admin.get('/api/v1/users/profile/')).text).toContain('"Port"');
  expect((await admin.post(url, { name: 'Port' })).json).toEqual({ name: ['This value is already taken.'] });
});

test('empty organizations are deleted one by one; requests that name several are refused', async () => {
  const ids = [(await add('Empty 1')).id, (await add('Empty 2')).id];
  for (const door of [`${ids.join(',')}/`, `?ids=${ids.join(',')}`, '?search=Empty', '']) {
    const refused = await admin.delete(`${url}${door}`);
    expect(refused.status, door).toBe(400);
  }
  expect((await admin.delete(`${url}${ids[0]},${randomUUID()}/`)).status).toBe(404);
  for (const id of ids) expect((await admin.delete(`${url}${id}/`)).status).toBe(204);
});

test("A-3-007 A-3-008 the organization of a request describes itself and the caller's roles", async () => {
  const { id } = await add('Embassy');
  const orgUser = builtinRoles.orgUser.id;
  const user = { name: 'Envoy', username: 'envoy', email: 'envoy@example.com', org_roles: [orgUser] };
  const made = await admin.post(
    '/api/v1/users/users/',
    { ...user, password_strategy: 'custom', password: 'Right-password-1' },
    { 'x-jms-org': id },
  );
  expect(made.status, made.text).toBe(201);
  const envoy = await server.browserOf('envoy', 'Right-password-1');
  const here = (await envoy.get(`${url}current/`, undefined, { 'x-jms-org': id })).json as {
    perms: string[];
  };
  expect(here).toEqual({
    ...{ id, name: 'Embassy', icon: 'organization', disabled: false, is_default: false, is_root: false },
    comment: '',
    roles: [
      { id: orgUser, name: 'OrgUser', display_name: 'Organization user' },
      { id: builtinRoles.user.id, name: 'User', display_name: 'User' },
    ],
    perms: expect.arrayContaining(['perms.view_myassets', 'rbac.view_workbench']),
  });
  const profile = (await envoy.get('/api/v1/users/profile/', undefined, { 'x-jms-org': id })).json as {
    perms: string[];
    workbench_orgs: object[];
  };
  expect(profile.perms).toEqual(here.perms);
  const { comment: _comment, roles: _roles, perms: _perms, ...row } = here as Record<string, unknown>;
  expect(profile.workbench_orgs).toContainEqual(row);
});

test('statistics count what belongs to the organization', async () => {
  const { id } = await add('Counted');
  await admin.post('/api/v1/users/groups/', { name: 'g' }, { 'x-jms-org': id });
  await admin.post('/api/v1/assets/domains/', { name: 'd' }, { 'x-jms-org': id });
  expect((await admin.get(`${url}${id}/`)).json).toMatchObject({
    resource_statistics: {
      users_amount: 0,
      groups_amount: 1,
      assets_amount: 0,
      nodes_amount: 1,
      domains_amount: 1,
      asset_perms_amount: 0,
    },
    internal: false,
  });
});

test('only an empty organization without members is deleted', async () => {
  const { id } = await add('Doomed');
  expect((await admin.delete(`${url}00000000-0000-0000-0000-000000000002/`)).status).toBe(400);
  const current = await admin.delete(`${url}${id}/`, undefined, { 'x-jms-org': id });
  expect([current.status, current.json]).toEqual([
    403,
    expect.objectContaining({ code: 'permission_denied' }),
  ]);
  const group = (await admin.post('/api/v1/users/groups/', { name: 'g' }, { 'x-jms-org': id })).json as {
    id: string;
  };
  const full = await admin.delete(`${url}${id}/`);
  expect(full.status).toBe(403);
  expect(full.text).toContain('Doomed still contains: User groups');
  await admin.delete(`/api/v1/users/groups/${group.id}/`, undefined, { 'x-jms-org': id });
  expect((await admin.delete(`${url}${id}/`)).status).toBe(204);
  expect((await admin.get(`${url}current/?oid=${id}`)).json).toMatchObject({ name: 'DEFAULT' });
  expect((await admin.delete(`${url}?ids=${id}`)).status).toBe(400);
});

test('the root organization has the name from the settings', async () => {
  const { settings, db } = server.services;
  await settings.set({ GLOBAL_ORG_DISPLAY_NAME: 'Whole company' }, db);
  await settings.reload();
  expect((await admin.get(`${url}current/?oid=${root}`)).json).toMatchObject({
    id: root,
    name: 'Whole company',
    is_root: true,
  });
});

test('A-6-062 without the enterprise flag there is only one organization', async () => {
  const small = await startServer({ GATEHOUSE_XPACK: '0' });
  try {
    const browser = await small.admin();
    expect((await browser.get('/api/v1/settings/public/open/')).json).toMatchObject({ XPACK_ENABLED: false });
    const profile = (await browser.get('/api/v1/users/profile/')).json as {
      console_orgs: { name: string }[];
    };
    expect(profile.console_orgs.map(({ name }) => name)).toEqual(['DEFAULT']);
    const tree = (await browser.get('/api/v1/rbac/permissions/tree/')).text;
    expect(tree).not.toMatch(/xpack\.|rbac\.add_orgrole"|users\.invite_user/);
  } finally {
    await small.stop();
  }
});
