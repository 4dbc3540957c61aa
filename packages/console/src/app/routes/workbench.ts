import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { routesOf } from './defineRoutes.ts';

const { page, resource } = routesOf('workbench');
const jobs = { setting: 'SECURITY_COMMAND_EXECUTION' } as const;
const snippets = { ...jobs, hidden: true, activeMenu: '/workbench/ops/templates' } as const;

/** Workbench: a person's own assets and work. */
export const workbenchRoutes: RouteMeta[] = [
  page('MyHome', 'home', '', { affix: true }),
  page('MyAssets', 'assets', 'perms.view_myassets', {
    url: '/api/v1/perms/users/self/assets/',
    resourceKey: 'perms.myasset',
  }),
  page('WebTerminal', 'luna', 'rbac.view_webterminal', { external: true }),
  page('BulkTransfer', 'file-manager/bulk-Transfer', 'rbac.view_filemanager'),
  page('SftpManager', 'file-manager/sftp', 'rbac.view_filemanager'),
  page('QuickJob', 'ops/quick-job', ['ops.view_job', 'ops.add_job', 'ops.add_jobexecution'], jobs),
  ...resource({ base: 'Job', below: 'ops/job', letters: 'LCUD', permission: 'ops.job', flags: jobs }),
  page('Template', 'ops/templates', 'ops.view_adhoc|ops.view_playbook', jobs),
  page('Execution', 'ops/executions', 'ops.view_jobexecution', jobs),
  page('ExecutionDetail', 'ops/executions/:id', 'ops.view_jobexecution', {
    ...jobs,
    hidden: true,
    activeMenu: '/workbench/ops/executions',
  }),
  ...resource({
    base: 'Adhoc',
    below: 'ops/adhoc',
    letters: 'CUD',
    permission: 'ops.adhoc',
    flags: snippets,
  }),
  ...resource({
    base: 'Playbook',
    below: 'ops/playbook',
    letters: 'CUD',
    permission: 'ops.playbook',
    flags: snippets,
  }),
  page('SystemTools', 'system-tools', 'rbac.view_systemtools'),
];
