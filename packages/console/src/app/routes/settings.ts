import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { routesOf } from './defineRoutes.ts';

const { page, resource } = routesOf('settings');
const below = (menu: string) => ({ hidden: true, activeMenu: `/settings/${menu}` }) as const;
const form = (menu: string) => ({ ...below(menu), noCache: true }) as const;

const storage: RouteMeta[] = [
  page('Storage', 'storage', 'settings.change_terminal'),
  page('CreateReplayStorage', 'storage/replay-storage/create', 'terminal.add_replaystorage', form('storage')),
  page(
    'ReplayStorageUpdate',
    'storage/replay-storage/:id/update',
    'terminal.change_replaystorage',
    form('storage'),
  ),
  page(
    'CreateCommandStorage',
    'storage/command-storage/create',
    'terminal.add_commandstorage',
    form('storage'),
  ),
  page(
    'CommandStorageUpdate',
    'storage/command-storage/:id/update',
    'terminal.change_commandstorage',
    form('storage'),
  ),
];

const terminal: RouteMeta[] = [
  page('TerminalSetting', 'terminal', 'settings.change_terminal'),
  page('EndpointCreate', 'terminal/endpoint/create', 'terminal.add_endpoint', form('terminal')),
  page('EndpointUpdate', 'terminal/endpoint/:id/update', 'terminal.change_endpoint', form('terminal')),
  page('EndpointRuleCreate', 'terminal/endpoint-rule/create', 'terminal.add_endpointrule', form('terminal')),
  page(
    'EndpointRuleUpdate',
    'terminal/endpoint-rule/:id/update',
    'terminal.change_endpointrule',
    form('terminal'),
  ),
  ...resource({ base: 'Terminal', below: 'terminal', letters: 'UD', permission: 'terminal.terminal' }),
];

const applets: RouteMeta[] = [
  page('Applets', 'applets', 'terminal.view_applet'),
  page('AppletDetail', 'applets/applets/:id', 'settings.change_terminal', below('applets')),
  page('AppletHostCreate', 'applets/hosts/create', 'terminal.add_applethost', form('applets')),
  page('AppletHostDetail', 'applets/hosts/:id', 'terminal.view_applethost', below('applets')),
  page('AppletHostUpdate', 'applets/hosts/:id/update', 'terminal.change_applethost', form('applets')),
  page('VirtualAppCreate', 'applets/virtual-apps/create', 'terminal.add_virtualapp', form('applets')),
  page('VirtualAppDetail', 'applets/virtual-apps/:id', 'terminal.view_virtualapp', below('applets')),
  page('VirtualAppUpdate', 'applets/virtual-apps/:id/update', 'terminal.change_virtualapp', form('applets')),
  page('AppProviderDetail', 'applets/app-providers/:id', 'terminal.view_appprovider', below('applets')),
];

/** Settings of the whole installation. */
export const settingsRoutes: RouteMeta[] = [
  page('Basic', 'basic', 'settings.view_setting'),
  ...resource({
    base: 'Organization',
    below: 'orgs',
    letters: 'LCUD',
    permission: 'orgs.organization',
    url: '/api/v1/orgs/orgs/',
    flags: { licence: true },
  }),
  page('Msg', 'msg', 'settings.change_email'),
  page('Feature', 'features', 'settings.view_setting'),
  page('Auth', 'auth', 'settings.change_auth'),
  ...storage,
  ...terminal,
  ...applets,
  page('Security', 'security', 'settings.change_security'),
  page('Interface', 'interface', 'settings.change_interface', { licence: true }),
  page('Tools', 'tools', 'settings.view_setting'),
  ...resource({ base: 'Task', below: 'tasks', letters: 'LD', permission: 'ops.celerytask' }),
  page('License', 'license', 'settings.change_license'),
];
