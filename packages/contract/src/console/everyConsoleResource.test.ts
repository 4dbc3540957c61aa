import { describe, expect, test } from 'vitest';
import { permissionName, permissions } from '../permissions/catalogue.ts';
import { keyOf } from '../resource/defineResource.ts';
import { everyDefinition } from '../resources/all.ts';
import { settingSpecs } from '../settings/catalogue.ts';
import { consoleResource } from './consoleResource.ts';
import { everyConsoleResource } from './everyConsoleResource.ts';

const grantable = new Set(['', 'superuser', ...permissions.map(permissionName)]);
/** Pages that show lists of several resources in tabs. */
const tabbed = ['settings/storage', 'workbench/ops/templates'];
const lists = new Set(everyConsoleResource.map(({ path }) => path));

test('no two resources share an address, a route name or a place in the menu', () => {
  const places = everyConsoleResource.map(({ path, order }) => `${path.split('/')[0]} ${order}`);
  expect(places).toEqual([...new Set(places)]);
  expect(lists.size).toBe(everyConsoleResource.length);
  const bases = everyConsoleResource.map(({ base }) => base);
  expect(bases).toEqual([...new Set(bases)]);
});

test('a variant has pages only where it declares them', () => {
  const keys = everyConsoleResource.map(({ key }) => key);
  expect(keys).toContain('assets.host');
  expect(keys).not.toContain('rbac.orgrole');
});

describe.each(everyConsoleResource.map((resource) => [resource.key, resource] as const))(
  'the pages of %s',
  (key, { pages, under, path, icon }) => {
    const definition = everyDefinition.find((candidate) => keyOf(candidate) === key);

    test('show only what the server serves, and require permissions that can be granted', () => {
      const { operations } = definition ?? {};
      if (operations) expect(pages.filter(({ page }) => !operations.includes(page))).toEqual([]);
      const needs = pages.flatMap(({ need }) => need.split('|'));
      expect(needs.filter((need) => !grantable.has(need))).toEqual([]);
    });

    test('are reached from a menu entry that exists and has an icon', () => {
      expect(under === undefined || lists.has(under) || tabbed.includes(under)).toBe(true);
      if (!under) expect(pages.map(({ page }) => page)).toContain('list');
      const standsAlone = !under && path.split('/').length < 3;
      expect(icon !== undefined).toBe(standsAlone);
    });
  },
);

test('route names are in PascalCase, and a setting that hides pages is public', () => {
  const names = everyConsoleResource.flatMap(({ base, pages }) => [
    base,
    ...pages.map(({ name }) => name ?? base),
  ]);
  expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
  const switches = everyConsoleResource.flatMap(({ setting }) => (setting === undefined ? [] : [setting]));
  expect([...new Set(switches)].toSorted()).toEqual(['AUTH_TEMP_TOKEN', 'SECURITY_COMMAND_EXECUTION']);
  expect(settingSpecs.AUTH_TEMP_TOKEN.public).toBe(true);
  expect(settingSpecs.SECURITY_COMMAND_EXECUTION.public).toBe(true);
});

/** Route names that bookmarks and links of other servers use and that do not follow from the resource. */
const routeNames = {
  'audits.ftplog list': 'FtpLog',
  'audits.joblog list': 'JobLog',
  'audits.passwordchangelog list': 'PasswordChangeLog',
  'audits.usersession list': 'OnlineSession',
  'authentication.accesskey list': 'ApiKey',
  'terminal.commandstorage create': 'CreateCommandStorage',
  'terminal.replaystorage create': 'CreateReplayStorage',
  'authentication.connectiontoken list': 'ConnectionToken',
  'authentication.temptoken list': 'TempPassword',
  'terminal.command list': 'CommandList',
  'tickets.ticketflow list': 'TicketFlow',
  'tickets.ticketflow retrieve': 'FlowDetail',
};

test('route names are the same as on other servers of the protocol', () => {
  const found = everyConsoleResource.flatMap(({ key, pages }) =>
    pages.flatMap(({ page, name }) => (name === undefined ? [] : [[`${key} ${page}`, name]])),
  );
  expect(Object.fromEntries(found)).toEqual(routeNames);
});

test('a page requires the permission of its verb unless it declares another permission or none', () => {
  const needs = Object.fromEntries(
    everyConsoleResource.flatMap(({ key, pages }) => pages.map(({ page, need }) => [`${key} ${page}`, need])),
  );
  expect(needs).toMatchObject({
    'assets.domain list': 'assets.view_domain',
    'assets.domain create': 'assets.add_domain',
    'assets.domain update': 'assets.change_domain',
    'assets.domain retrieve': 'assets.view_domain',
    'assets.host create': 'assets.add_asset',
    'assets.gateway create': 'assets.view_gateway',
    'assets.gateway update': 'assets.change_gateway',
    'rbac.role list': 'rbac.view_orgrole|rbac.view_systemrole',
  });
  const free = Object.keys(needs).filter((page) => needs[page] === '');
  expect(free.toSorted()).toEqual([
    'assets.platform update',
    'rbac.role create',
    'rbac.role retrieve',
    'rbac.role update',
  ]);
});

test('the permission that a resource declares for a verb replaces the default one', () => {
  const site = {
    app: 'assets',
    name: 'site',
    path: 'sites',
    scope: 'org',
    label: 'name',
    fields: {},
    permissions: { view: 'validUser' },
  } as const;
  expect(consoleResource(site)).toBeUndefined();
  const place = { base: 'Site', path: 'console/sites', pages: ['list', 'update'], order: 1 } as const;
  expect(consoleResource({ ...site, console: { ...place, names: { update: 'SiteForm' } } })).toEqual({
    key: 'assets.site',
    url: '/api/v1/assets/sites/',
    base: 'Site',
    path: 'console/sites',
    order: 1,
    pages: [
      { page: 'list', need: 'validUser' },
      { page: 'update', name: 'SiteForm', need: 'assets.change_site' },
    ],
  });
});
