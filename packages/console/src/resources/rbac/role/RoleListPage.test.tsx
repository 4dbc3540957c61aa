// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { meta, resourceOptions } from '../../../../test/domains.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { pageOf } from '../../../../test/sampleRow.ts';
import { RoleListPage } from './RoleListPage.tsx';
import { rolesUrl } from './roleScope.ts';

const optionsOf = (scope: string) =>
  resourceOptions(
    `rbac.${scope}role`,
    { display_name: meta({ label: 'Name' }) },
    { title: 'Role', titles: 'Roles', form: [] },
  );
const open = (perms: string[], over: { hasLicence?: boolean; at?: string; list?: unknown } = {}) =>
  renderPage({
    page: <RoleListPage resource="rbac.role" url={rolesUrl('system')} name="Role" />,
    routes: Object.fromEntries(
      (['system', 'org'] as const).flatMap((scope) => [
        [`OPTIONS ${rolesUrl(scope)}`, optionsOf(scope)],
        [`GET ${rolesUrl(scope)}`, over.list ?? pageOf([])],
      ]),
    ),
    caller: { perms, hasLicence: over.hasLicence ?? true },
    at: over.at ?? '/console/users/roles',
  });
const both = ['rbac.view_systemrole', 'rbac.view_orgrole'];
type Opened = Awaited<ReturnType<typeof open>>;
const tabsOf = ({ screen }: Opened) =>
  screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')]);

test('system roles come first, and the address names the chosen tab', async () => {
  const opened = await open(both);
  const { screen, user, server, router } = opened;
  await waitFor(() => expect(server.calls('GET', rolesUrl('system')).length).toBeGreaterThan(0));
  expect(tabsOf(opened)).toEqual([
    ['System roles', 'true'],
    ['Organization roles', 'false'],
  ]);
  await user.click(screen.getByRole('tab', { name: 'Organization roles' }));
  await waitFor(() => expect(server.calls('GET', rolesUrl('org')).length).toBeGreaterThan(0));
  expect(router.state.location.search).toContain('activeTab=OrgRoleList');
});

test('a tab without permission is not shown, even if the address names it', async () => {
  const opened = await open(['rbac.view_orgrole'], { at: '/console/users/roles?activeTab=sysrolelist' });
  await waitFor(() => expect(opened.server.calls('GET', rolesUrl('org')).length).toBeGreaterThan(0));
  expect(tabsOf(opened)).toEqual([['Organization roles', 'true']]);
});

test('without a licence and with permission for organization roles only, the page has no tabs', async () => {
  const { screen, server } = await open(['rbac.view_orgrole'], {
    hasLicence: false,
    list: answer(403, { detail: 'No permission' }),
  });
  await waitFor(() => expect(server.calls('OPTIONS', rolesUrl('system')).length).toBeGreaterThan(0));
  expect(screen.queryAllByRole('tab')).toEqual([]);
});
