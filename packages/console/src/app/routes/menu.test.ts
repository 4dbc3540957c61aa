import { permissionName, permissions } from '@gatehouse/contract/permissions/catalogue.ts';
import { type SettingPanelName, settingPanels } from '@gatehouse/contract/settings/panels/settingPanels.ts';
import { expect, test } from 'vitest';
import { menuOf } from './menu.ts';
import { mountedRoutes } from './mountedRoutes.ts';
import { routeTable } from './table.ts';

const routes = mountedRoutes(routeTable, { settings: {}, hasLicence: true, hasPage: () => true });

/** The pages in the menu of the settings of a user with these permissions. */
const menuFor = (...perms: string[]) =>
  menuOf(routes, new Set(perms), 'settings').flatMap((entry) =>
    entry.kind === 'page' ? [entry.route] : entry.routes,
  );
const namesFor = (...perms: string[]) => menuFor(...perms).map(({ name }) => name);

test.each<[topic: string, page: string, panel?: SettingPanelName]>([
  ['basic', 'Basic', 'basic'],
  ['e-mail', 'Msg', 'email'],
  ['authentication methods', 'Auth', 'auth'],
  ['SMS', 'Msg', 'sms'],
  ['security', 'Security', 'security_login_limit'],
  ['storage', 'Storage'],
  ['terminal components', 'TerminalSetting', 'terminal'],
  ['message subscription', 'Msg'],
  ['cleaning', 'TaskList', 'clean'],
  ['licence', 'License'],
  ['interface customisation', 'Interface'],
  ['organizations', 'OrganizationList'],
])('A-1-007 the settings have a page for: %s', (_topic, name, panel) => {
  const page = menuFor(...permissions.map(permissionName)).find((route) => route.name === name);
  expect(page).toBeTruthy();
  if (!panel) return;
  expect(settingPanels[panel]).not.toHaveProperty('dialog');
  // The tasks show the panel of the clean-up in a tab.
  if (panel !== 'clean') expect(page?.path).toBe(`/settings/${settingPanels[panel].page}`);
});

test('the clean-up settings are in the menu: in a tab of the tasks, or by themselves for users who may not see tasks', () => {
  expect(namesFor('settings.change_clean')).toEqual(['Clean']);
  expect(namesFor('settings.change_clean', 'ops.view_celerytask')).toEqual(['TaskList']);
  expect(namesFor('ops.view_celerytask')).toEqual(['TaskList']);
});
