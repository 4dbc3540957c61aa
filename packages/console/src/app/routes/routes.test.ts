import { everyConsoleResource } from '@gatehouse/contract/console/everyConsoleResource.ts';
import { permissionName, permissions } from '@gatehouse/contract/permissions/catalogue.ts';
import { expect, test } from 'vitest';
import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { createRouteNames, siblingName } from '../../platform/route/routeNames.ts';
import { views } from '../../platform/session/organizations.ts';
import { activePath, menuOf, openFromStart, toggleGroup } from './menu.ts';
import { defaultPathOf, expandPath, findRoute, mountedRoutes } from './mountedRoutes.ts';
import { ownRoutes } from './ownRoutes.ts';
import { routeTable } from './table.ts';

const every = (settings = {}, hasLicence = true) =>
  mountedRoutes(routeTable, { settings, hasLicence, hasPage: () => true });
const byName = (name: string) => routeTable.find((route) => route.name === name);

test('route names and paths are unique', () => {
  const names = routeTable.map((route) => route.name);
  expect(names).toEqual([...new Set(names)]);
  const paths = routeTable.map((route) => route.path);
  expect(paths).toEqual([...new Set(paths)]);
});

test.each([
  ['UserList', '/console/users/users', 'users.view_user'],
  ['UserCreate', '/console/users/users/create', 'users.add_user'],
  ['UserGroupUpdate', '/console/users/groups/:id/update', 'users.change_usergroup'],
  ['RoleList', '/console/users/roles', 'rbac.view_orgrole|rbac.view_systemrole'],
  ['HostCreate', '/console/assets/hosts/create', 'assets.add_asset'],
  ['GatewayCreate', '/console/assets/gateways/create', 'assets.view_gateway'],
  ['AssetMoreInformationEdit', '/console/assets/assets/detail/:id/update', 'assets.change_asset'],
  ['AssetPermissionDetail', '/console/perms/asset-permissions/:id', 'perms.view_assetpermission'],
  ['SessionDetail', '/audit/sessions/sessions/:id', 'terminal.view_session'],
  ['LoginLogList', '/audit/logs/login-logs', 'audits.view_userloginlog'],
  ['TicketFlowCreate', '/tickets/flow/create', 'superuser'],
  ['TicketFlowUpdate', '/tickets/flow/:id/update', 'tickets.change_ticketflow'],
  ['OrganizationList', '/settings/orgs', 'orgs.view_organization'],
])('A-2.8-023 %s lies at %s and needs %s', (name, path, permission) => {
  expect(byName(name)).toMatchObject({ path, permission });
});

test('A-2.8-007 A-2.8-008 the level and the action of a route follow from its path', () => {
  expect(byName('UserList')).toMatchObject({
    view: 'console',
    app: 'users',
    resource: 'users',
    action: 'list',
    level: 3,
  });
  expect(byName('UserCreate')).toMatchObject({ action: 'create', level: 4 });
  expect(byName('UserUpdate')).toMatchObject({ action: 'update', level: 4 });
  expect(byName('UserDetail')).toMatchObject({ action: 'retrieve', level: 4 });
});

test('A-2.8-001 A-2.8-002 A-2.8-004 a list names its detail, update and create routes', () => {
  const names = createRouteNames(every(), new Set(['assets.view_domain']));
  expect(names.path(siblingName('DomainList', 'Detail'), { id: 'd1' })).toBe('/console/assets/domains/d1');
  expect(names.path(siblingName('DomainDetail', 'Update'), { id: 'd1' })).toBe(
    '/console/assets/domains/d1/update',
  );
  expect(names.path(siblingName('DomainList', 'Create'), {}, { clone_from: 'd1' })).toBe(
    '/console/assets/domains/create?clone_from=d1',
  );
  expect(names.canOpen('DomainList')).toBe(true);
  expect(names.canOpen('DomainCreate')).toBe(false);
  expect(names.path('NoSuchRoute')).toBeUndefined();
});

test('A-2.8-006 A-2.2-014 A-2.6-007 without a licence the routes that require one are gone', () => {
  const names = every({}, false).map((route) => route.name);
  expect(names).not.toContain('RoleList');
  expect(names).not.toContain('OrganizationList');
  expect(names).toContain('UserList');
});

test('A-2.7-007 A-2.4-006 routes bound to a public setting exist only while it is on', () => {
  expect(every().map((route) => route.name)).not.toContain('TempPassword');
  expect(every({ AUTH_TEMP_TOKEN: true }).map((route) => route.name)).toContain('TempPassword');
  expect(every().map((route) => route.name)).not.toContain('JobList');
});

test('a literal segment of the path wins over an id', () => {
  expect(findRoute(every(), '/console/users/users/create')?.name).toBe('UserCreate');
  expect(findRoute(every(), '/console/users/users/7a1d2c3b-4e5f-4a6b-8c7d-9e0f1a2b3c4d')?.name).toBe(
    'UserDetail',
  );
});

test('A-2-001 short paths lead to the full ones', () => {
  const perms = new Set(['users.view_user', 'users.view_usergroup']);
  expect(expandPath(every(), perms, '/console/users')).toBe('/console/users/users');
  expect(expandPath(every(), perms, '/console/groups/create')).toBe('/console/users/groups/create');
  expect(expandPath(every(), perms, '/no/such/path')).toBeUndefined();
});

test('A-2.2-001 an area starts at its dashboard, or at the first page that may be opened', () => {
  expect(defaultPathOf(every(), new Set(['rbac.view_console']), 'console')).toBe('/console/dashboard');
  expect(defaultPathOf(every(), new Set(['labels.view_label']), 'console')).toBe('/console/more/labels');
});

test('A-2.6-001 the settings start at the basic ones', () => {
  expect(defaultPathOf(every(), new Set(['settings.view_setting']), 'settings')).toBe('/settings/basic');
});

test('A-2.4-001 the workbench starts at its home for every user', () => {
  expect(defaultPathOf(every(), new Set(), 'workbench')).toBe('/workbench/home');
});

test.each([
  ['A-2.7-010', 'OrganizationCreate', '/settings/orgs/create'],
  ['A-2.7-011', 'OrganizationList', '/settings/orgs'],
  ['A-2.7-012', 'SystemSetting', '/settings'],
  ['A-2.7-013', 'LabelList', '/console/more/labels'],
  ['A-2.6-025', 'TaskList', '/settings/tasks'],
])('%s the route name %s stands for the path %s', (_id, name, path) => {
  expect(createRouteNames(every(), new Set()).path(name)).toBe(path);
  expect(findRoute(every(), path)?.name).toBe(name);
});

test.each([
  ['A-2.1-008', 'CeleryTaskLog', '/ops/celery/task/7a1d2c3b-4e5f-4a6b-8c7d-9e0f1a2b3c4d/log'],
  ['A-2.1-009', 'AnsibleTaskLog', '/ops/ansible/task/7a1d2c3b-4e5f-4a6b-8c7d-9e0f1a2b3c4d/log'],
  ['A-2.1-010', 'TaskLog', '/ops/task/task/7a1d2c3b-4e5f-4a6b-8c7d-9e0f1a2b3c4d/log'],
  ['A-2.6-026', 'TaskDetail', '/settings/tasks/7a1d2c3b-4e5f-4a6b-8c7d-9e0f1a2b3c4d'],
])('%s the page %s opens by its address and is in no menu', (_id, name, path) => {
  expect(findRoute(every(), path)).toMatchObject({ name, hidden: true });
});

test('A-6-057 the pages of tasks need ops.view_celerytask', () => {
  const names = (...perms: string[]) => createRouteNames(every(), new Set(perms));
  for (const page of ['TaskList', 'TaskDetail']) {
    expect(names('settings.view_setting', 'ops.view_taskmonitor').canOpen(page)).toBe(false);
    expect(names('ops.view_celerytask').canOpen(page)).toBe(true);
  }
});

test('A-2.7-004 A-2.8-005 a hidden page opens by its address and is in no menu', () => {
  expect(findRoute(every(), '/profile/improvement')?.name).toBe('ProfileImprovement');
  const perms = new Set(every().flatMap((route) => [route.permission ?? []].flat()));
  for (const view of views) {
    const shown = menuOf(every(), perms, view).flatMap((entry) =>
      entry.kind === 'page' ? [entry.route] : entry.routes,
    );
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((route) => route.hidden)).toEqual([]);
  }
});

test('A-2.9-001 A-2.9-002 A-2.9-003 the menu shows permitted pages, skips hidden ones and flattens groups of a single page', () => {
  const perms = new Set([
    'rbac.view_console',
    'users.view_user',
    'users.view_usergroup',
    'labels.view_label',
    'assets.view_asset',
  ]);
  const menu = menuOf(every(), perms, 'console');
  expect(menu.map((entry) => (entry.kind === 'group' ? entry.key : entry.route.name))).toEqual([
    'AdminDashboard',
    '/console/users',
    'AssetList',
    'LabelList',
  ]);
});

test('A-2.9-004 the menu entry marked for a page is its activeMenu, or else the page itself', () => {
  expect(activePath(byName('HostCreate'), '/x')).toBe('/console/assets/assets');
  expect(activePath(byName('DomainList'), '/x')).toBe('/console/assets/domains');
  expect(activePath(undefined, '/404')).toBe('/404');
});

test('A-2.9-004 a page of two lists marks the one that its address names, any other page its own entry', () => {
  const [ticket, assigned] = [byName('AssetsTicketDetail'), byName('AssignedTicketList')];
  expect(activePath(ticket, '/x')).toBe('/tickets/my-tickets');
  expect(activePath(ticket, '/x', assigned)).toBe('/tickets/assigned-tickets');
  expect(activePath(ticket, '/x', byName('DomainList'))).toBe('/tickets/my-tickets');
  expect(activePath(ticket, '/x', byName('RequestAssetPermTicketCreateUpdate'))).toBe('/tickets/my-tickets');
  expect(activePath(byName('TicketFlow'), '/x', assigned)).toBe('/tickets/flow');
});

test('A-2.9-005 some groups start open; the others open one at a time', () => {
  expect(openFromStart).toEqual(['/audit/sessions', '/audit/logs', '/workbench/ops']);
  const groups = menuOf(every(), new Set(['audits.view_userloginlog', 'audits.view_operatelog']), 'audit');
  expect(groups.map((entry) => entry.kind === 'group' && entry.key)).toContain('/audit/logs');
  const first = toggleGroup(openFromStart, '/console/users');
  const second = toggleGroup(first, '/console/assets');
  expect(second).toContain('/console/assets');
  expect(second).not.toContain('/console/users');
  expect(second).toContain('/audit/sessions');
  expect(toggleGroup(second, '/audit/sessions')).not.toContain('/audit/sessions');
});

test.each([['A-2.5-001', /Ticket/, /^User/]])(
  '%s A-1-010 without a licence the routes that need one are gone, and their neighbours stay',
  (_id, licensed, free) => {
    const named = (hasLicence: boolean, pattern: RegExp) =>
      every({}, hasLicence).filter(({ name }) => pattern.test(name));
    expect(named(true, licensed).length).toBeGreaterThan(0);
    expect(named(false, licensed)).toEqual([]);
    expect(named(true, free).length).toBeGreaterThan(0);
    expect(named(false, free)).toEqual(named(true, free));
  },
);

test('A-2.5-001 without a licence nothing is left of the tickets view', () => {
  expect(every({}, true).some(({ path }) => path.startsWith('/tickets'))).toBe(true);
  expect(every({}, false).filter(({ path }) => path.startsWith('/tickets'))).toEqual([]);
});

test('pages without a resource keep the addresses that links, bookmarks and older clients expect', () => {
  const placed = Object.keys(ownRoutes).map((name) => {
    const { path, permission, resourceKey, url } = byName(name)!;
    return [name, path, permission, ...(resourceKey ? [resourceKey, url] : [])].join(' ');
  });
  expect(placed).toEqual([
    'AdminDashboard /console/dashboard rbac.view_console',
    'AssetMoreInformationEdit /console/assets/assets/detail/:id/update assets.change_asset assets.asset /api/v1/assets/assets/',
    'ExplainAccess /console/perms/explain perms.view_assetpermission,users.view_user,assets.view_asset',
    'AuditDashboard /audit/dashboard rbac.view_audit',
    'MyHome /workbench/home ',
    'MyAssets /workbench/assets perms.view_myassets perms.myasset /api/v1/perms/users/self/assets/',
    'WebTerminal /workbench/luna rbac.view_webterminal',
    'BulkTransfer /workbench/file-manager/bulk-Transfer rbac.view_filemanager,ops.add_job,ops.add_jobexecution',
    'QuickJob /workbench/ops/quick-job ops.view_job,ops.add_job,ops.add_jobexecution',
    'Template /workbench/ops/templates ops.view_adhoc|ops.view_playbook',
    'SystemTools /workbench/system-tools rbac.view_systemtools',
    'MyTicketList /tickets/my-tickets tickets.view_ticket',
    'AssignedTicketList /tickets/assigned-tickets tickets.view_ticket',
    'RequestAssetPermTicketCreateUpdate /tickets/tickets/request-host-perm/create tickets.view_ticket',
    'AssetsTicketDetail /tickets/tickets/request-host-perm/:id tickets.view_ticket',
    'LoginAssetTicketDetail /tickets/tickets/login-host-confirm/:id tickets.view_ticket',
    'LoginTicketDetail /tickets/tickets/login-confirm/:id tickets.view_ticket',
    'CommandConfirmDetail /tickets/tickets/command-confirm/:id tickets.view_ticket',
    'TicketDetail /tickets/tickets/:id tickets.view_ticket',
    'SystemSetting /settings settings.view_setting',
    'Basic /settings/basic settings.view_setting',
    'Msg /settings/msg settings.change_email',
    'Feature /settings/features settings.view_setting',
    'Auth /settings/auth settings.change_auth',
    'Storage /settings/storage settings.change_terminal',
    'TerminalSetting /settings/terminal settings.change_terminal',
    'Security /settings/security settings.change_security',
    'Interface /settings/interface settings.change_interface',
    'Tools /settings/tools settings.view_setting',
    'Clean /settings/clean settings.change_clean',
    'License /settings/license settings.change_license',
    'ProfileInfo /profile/info ',
    'ProfileSetting /profile/setting ',
    'UserSetting /profile/user/setting ',
    'ProfileImprovement /profile/improvement ',
    'TaskMonitor /settings/task-monitor ops.view_taskmonitor',
    'CeleryTaskLog /ops/celery/task/:id/log ',
    'AnsibleTaskLog /ops/ansible/task/:id/log ',
    'TaskLog /ops/task/task/:id/log ',
    'ChatAi /chat/chat-ai ',
  ]);
});

test('the chat page belongs to the console and appears in no menu', () => {
  expect(byName('ChatAi')).toMatchObject({
    view: 'console',
    app: 'chat',
    resource: 'chat-ai',
    level: 0,
    hidden: true,
  });
});

/** Names of the routes that have this property. */
const having = (property: keyof RouteMeta, value: unknown = true) =>
  routeTable.filter((route) => route[property] === value).map((route) => route.name);

test('route flags mark affixed pages, external pages and pages without an organization choice', () => {
  expect(having('affix')).toEqual(['AdminDashboard', 'AuditDashboard', 'MyHome']);
  expect(having('external')).toEqual(['WebTerminal']);
  const pages = ['List', 'Create', 'Update', 'Detail'];
  expect(having('disableOrgsChange')).toEqual(
    ['Role', 'UserLoginAcl', 'ConnectMethodAcl'].flatMap((base) => pages.map((page) => `${base}${page}`)),
  );
  const withoutSelector = routeTable.filter(({ view }) => ['tickets', 'settings', 'profile'].includes(view));
  const flows = having('resourceKey', 'tickets.ticketflow');
  expect(having('showOrganization', false)).toEqual(
    withoutSelector.map(({ name }) => name).filter((name) => !flows.includes(name)),
  );
});

test('all forms but the request for assets are reset on every visit; other pages are kept', () => {
  const forms = routeTable.filter(
    ({ name, action }) => action === 'create' || action === 'update' || name === 'ProfileImprovement',
  );
  const afresh = forms
    .map(({ name }) => name)
    .filter((name) => name !== 'RequestAssetPermTicketCreateUpdate');
  expect(having('noCache').toSorted()).toEqual(afresh.toSorted());
});

test('a page outside the menu highlights a visible menu item', () => {
  const shown = new Set(routeTable.filter((route) => !route.hidden).map((route) => route.path));
  const below = routeTable.filter((route) => route.activeMenu !== undefined);
  expect(below.length).toBeGreaterThan(30);
  for (const { name, activeMenu, hidden } of below) {
    expect(hidden, name).toBe(true);
    expect([...shown], name).toContain(activeMenu);
  }
  const alone = routeTable.filter((route) => route.hidden && !route.activeMenu).map(({ name }) => name);
  expect(alone).toEqual(['ChatAi', 'CeleryTaskLog', 'AnsibleTaskLog', 'TaskLog', 'ProfileImprovement']);
});

test('every permission required by a page exists', () => {
  const known = new Set(permissions.map(permissionName));
  for (const { name, permission } of routeTable)
    for (const need of [permission ?? []].flat().flatMap((text) => text.split('|')))
      if (need !== '' && need !== 'superuser') expect([...known], name).toContain(need);
});

test('every resource page has the name, address and metadata of its definition', () => {
  const suffix = { list: 'List', create: 'Create', update: 'Update', retrieve: 'Detail' };
  const below = { list: '', create: '/create', update: '/:id/update', retrieve: '/:id' };
  for (const { key, url, base, path, pages, icon, licence, setting, under } of everyConsoleResource)
    for (const { page, name, need } of pages) {
      const route = byName(name ?? base + suffix[page]);
      expect(route, `${key} ${page}`).toMatchObject({
        path: `/${path}${below[page]}`,
        action: page,
        permission: need,
        url,
        resourceKey: key,
      });
      const isHidden = page !== 'list' || under !== undefined;
      expect([
        route?.base,
        route?.icon,
        route?.licence,
        route?.setting,
        route?.hidden,
        route?.activeMenu,
      ]).toEqual([
        name ? undefined : base,
        page === 'list' ? icon : undefined,
        licence,
        setting,
        isHidden || undefined,
        isHidden ? `/${under ?? path}` : undefined,
      ]);
    }
});

test('the routes of an area follow its menu order', () => {
  const names = (view: string) =>
    routeTable.filter((route) => route.view === view && !route.hidden).map((route) => route.name);
  expect(names('audit')).toEqual([
    'AuditDashboard',
    'OnlineSession',
    'SessionList',
    'CommandList',
    'FtpLog',
    'LoginLogList',
    'OperateLogList',
    'PasswordChangeLog',
    'JobLog',
    'MessageLogList',
  ]);
  expect(names('settings')).toEqual([
    'Basic',
    'OrganizationList',
    'Msg',
    'Feature',
    'Auth',
    'Storage',
    'TerminalSetting',
    'Security',
    'Interface',
    'Tools',
    'TaskList',
    'Clean',
    'License',
  ]);
  const areas = routeTable.map((route) => views.indexOf(route.view));
  expect(areas).toEqual(areas.toSorted((a, b) => a - b));
});
