// @vitest-environment jsdom
import { orgrole } from '@gatehouse/contract/resources/rbac/orgrole.ts';
import { rolebinding } from '@gatehouse/contract/resources/rbac/rolebinding.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { actionsOfRow, columnsShown, tabsShown } from '../../../../test/actionsShown.ts';
import { listOf } from '../../../../test/answerTo.ts';
import type { Caller } from '../../../../test/fakePlatform.ts';
import type { Seen } from '../../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';
import { detailRow, listRow, pageOf } from '../../../../test/sampleRow.ts';

type Scope = 'org' | 'system';
const roles = (scope: Scope) => `/api/v1/rbac/${scope}-roles/`;
const bindings = (scope: Scope) => `/api/v1/rbac/${scope}-role-bindings/`;
const keeper = (scope: Scope) => ({
  ...detailRow(orgrole),
  id: 'r1',
  name: 'keeper',
  display_name: 'Keeper',
  scope: { value: scope, label: scope },
  users_amount: 3,
  builtin: false,
});
const told = (scope: Scope, { query }: Seen, abilities = ['update', 'destroy']) => ({
  ...keeper(scope),
  ...(query.abilities && { abilities }),
});
const binding = (scope: Scope) =>
  listRow(rolebinding, {
    id: 'b1',
    user: { id: 'u1', name: 'Ada', username: 'ada' },
    role: 'r1',
    scope,
    org_name: 'Northwind',
  });

const routes = (scope: Scope, abilities?: string[]) => ({
  [`GET ${roles(scope)}`]: (seen: Seen) => pageOf([told(scope, seen)]),
  [`GET ${roles(scope)}r1/`]: (seen: Seen) => told(scope, seen, abilities),
  [`POST ${roles(scope)}`]: keeper(scope),
  [`PUT ${roles(scope)}r1/`]: keeper(scope),
  [`PATCH ${roles(scope)}r1/`]: keeper(scope),
  [`GET ${roles(scope)}r1/permissions/tree/`]: [
    { id: '$ROOT$', pId: '', name: 'All', title: 'All', isParent: true, open: true, meta: { type: 'root' } },
    {
      id: '1',
      pId: '$ROOT$',
      name: 'View asset',
      title: 'assets.view_asset',
      isParent: false,
      open: false,
      meta: { type: 'perm' },
    },
  ],
  [`GET ${roles(scope)}r1/holders/`]: { users: 3, organizations: [], elsewhere: 0 },
  [`GET ${bindings(scope)}`]: pageOf([binding(scope)]),
  [`POST ${bindings(scope)}`]: [],
  ...listOf(userDefinition, [{ id: 'u2', name: 'Bob' }]),
});

const open = (
  scope: Scope,
  { tab, caller, abilities }: { tab?: string; caller?: Caller; abilities?: string[] } = {},
) =>
  openRoute('RoleDetail', {
    params: { id: 'r1' },
    query: { scope },
    tab,
    caller,
    routes: routes(scope, abilities),
  });

test.each(['org', 'system'] as const)(
  'the page of a role uses the addresses of its scope: %s',
  async (scope) => {
    const { server, user, router } = await open(scope);
    expect(await screen.findByRole('heading', { name: 'Keeper' })).toBeTruthy();
    expect(server.calls('GET', `${roles(scope)}r1/`).length).toBeGreaterThan(0);
    expect(server.calls('GET', `${roles(scope)}r1/permissions/tree/`).length).toBeGreaterThan(0);
    expect(await tabsShown()).toEqual(['Details', 'Users', 'Activity']);
    await user.click(screen.getAllByRole('button', { name: 'Update' })[0] as HTMLElement);
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe(
        `/console/users/roles/r1/update?scope=${scope}`,
      ),
    );
  },
);

test.each(['org', 'system'] as const)(
  'users can be added to and removed from a role of scope %s',
  async (scope) => {
    const { user, server } = await open(scope, { tab: 'RoleUsers' });
    const link = await screen.findByRole('link', { name: 'Ada' });
    expect(link.getAttribute('href')).toBe('/console/users/users/u1');
    expect(server.calls('GET', bindings(scope))[0]?.query).toMatchObject({ role: 'r1' });
    expect(await columnsShown()).toEqual(
      scope === 'org' ? ['User', 'Org name', 'Actions'] : ['User', 'Actions'],
    );
    expect(await actionsOfRow(user, 'Ada')).toEqual(['Delete']);
    await user.click(screen.getByRole('combobox', { name: 'Add: Add users' }));
    await user.click(await screen.findByTitle(/^Bob/));
    const asked = server.calls('GET', '/api/v1/users/users/').at(-1)?.query;
    expect(asked?.order).toBe('name');
    // System roles are for users of every organization.
    expect(asked?.oid).toBe(scope === 'system' ? 'root' : undefined);
    const before = server.calls('GET', bindings(scope)).length;
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(server.calls('POST', bindings(scope))[0]?.body).toEqual([{ user: 'u2', role: 'r1', scope }]),
    );
    await waitFor(() => expect(server.calls('GET', bindings(scope)).length).toBeGreaterThan(before));
  },
);

test.each([
  ['org', { isRoot: true }, true],
  ['system', { isRoot: true }, false],
  ['org', { perms: allBut('rbac.add_orgrolebinding') }, true],
  ['system', { perms: allBut('rbac.add_systemrolebinding') }, true],
] as const)('scope %s and the caller decide if users can be added (%#)', async (scope, caller, isOff) => {
  await open(scope, { tab: 'RoleUsers', caller: { ...caller } });
  expect(await screen.findByRole('combobox', { name: 'Add: Add users' })).toHaveProperty('disabled', isOff);
});

test.each(['org', 'system'] as const)(
  'the users tab of a role requires permission to view bindings of scope %s',
  async (scope) => {
    await open(scope, { caller: { perms: allBut(`rbac.view_${scope}rolebinding`) } });
    await screen.findByRole('heading', { name: 'Keeper' });
    expect(screen.queryByRole('tab', { name: 'Users' })).toBeNull();
  },
);

const list = (scope: Scope, caller: Caller = {}) =>
  openRoute('RoleList', {
    query: { activeTab: scope === 'org' ? 'OrgRoleList' : 'SysRoleList' },
    caller,
    routes: routes(scope),
  });

test.each(['org', 'system'] as const)('every link in the list of %s roles keeps the scope', async (scope) => {
  const { user, server } = await list(scope);
  const name = await screen.findByRole('link', { name: 'Keeper' });
  const at = '/console/users/roles';
  expect(name.getAttribute('href')).toBe(`${at}/r1?scope=${scope}`);
  expect(screen.getByRole('link', { name: '3' }).getAttribute('href')).toBe(
    `${at}/r1?scope=${scope}&activeTab=RoleUsers`,
  );
  expect(screen.getByRole('link', { name: 'Update' }).getAttribute('href')).toBe(
    `${at}/r1/update?scope=${scope}`,
  );
  expect(server.calls('GET', roles(scope)).length).toBeGreaterThan(0);
  const row = within(name.closest('tr') as HTMLElement);
  await user.click(row.getByRole('button', { name: /^More actions/ }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Clone',
    'Delete',
  ]);
});

test.each(['org', 'system'] as const)(
  'saving a new role of scope %s opens its permissions',
  async (scope) => {
    const { user, server, router } = await openRoute('RoleCreate', {
      query: { scope },
      routes: routes(scope),
    });
    expect(
      await screen.findByText("Choose the permissions on the role's page after creating it."),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save and add another' })).toBeNull();
    expect(screen.queryByLabelText(/^Permissions/)).toBeNull();
    await user.type(screen.getByLabelText(/^Name/), 'keeper');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() =>
      expect(server.calls('POST', roles(scope))[0]?.body).toMatchObject({ name: 'keeper', scope }),
    );
    expect(server.calls('POST', roles(scope))[0]?.body).not.toHaveProperty('permissions');
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe(
        `/console/users/roles/r1?scope=${scope}`,
      ),
    );
  },
);

test.each([
  ['org', 'OrgRoleList'],
  ['system', 'SysRoleList'],
] as const)('saving a role of scope %s returns to tab %s', async (scope, tab) => {
  const { user, router } = await openRoute('RoleUpdate', {
    params: { id: 'r1' },
    query: { scope },
    routes: routes(scope),
  });
  await user.type(await screen.findByLabelText(/^Name/), 's');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(
      `/console/users/roles?activeTab=${tab}`,
    ),
  );
});

test('the permissions of a role that may not be updated cannot be changed', async () => {
  await open('org', { abilities: [] });
  const update = await screen.findByRole('heading', { name: 'Permissions' });
  const card = within(update.closest('section') as HTMLElement);
  expect(card.getByRole('button', { name: 'Update' })).toHaveProperty('disabled', true);
});

test.each(['org', 'system'] as const)(
  'what a changed role of scope %s concerns is counted, with a link for those who may see its users',
  async (scope) => {
    const { user, router } = await open(scope);
    await user.click(await screen.findByRole('treeitem', { name: 'View asset' }));
    const link = await screen.findByRole('link', { name: 'View users' });
    expect(link.getAttribute('href')).toBe(`/console/users/roles/r1?scope=${scope}&activeTab=RoleUsers`);
    expect(router.state.location.pathname).toBe('/console/users/roles/r1');
  },
);
