import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import type { Need } from '../../platform/session/can.ts';

/** The route of a page that no resource definition declares, and its place in the menu. */
export type OwnRoute = Partial<RouteMeta> & {
  /** Address below /ui/. */
  at: string;
  permission: Need;
  /** Position among the entries of its area, as in resource definitions. */
  order: number;
};

const ticket = {
  permission: 'tickets.view_ticket',
  licence: true,
  showOrganization: false,
} as const;
const belowTickets = { ...ticket, hidden: true, activeMenu: '/tickets/my-tickets' } as const;

/** Logs of background tasks: addresses that other pages open in a window of their own; in no menu. */
const taskLog = { permission: '', view: 'console', level: 0, hidden: true } as const;

/** Routes of the pages that no resource definition declares, by name. */
export const ownRoutes = {
  AdminDashboard: { at: 'console/dashboard', permission: 'rbac.view_console', order: 0, affix: true },
  AssetMoreInformationEdit: {
    at: 'console/assets/assets/detail/:id/update',
    permission: 'assets.change_asset',
    order: 201,
    hidden: true,
    activeMenu: '/console/assets/assets',
    noCache: true,
    url: '/api/v1/assets/assets/',
    resourceKey: 'assets.asset',
  },
  ExplainAccess: {
    at: 'console/perms/explain',
    permission: ['perms.view_assetpermission', 'users.view_user', 'assets.view_asset'],
    order: 450,
  },
  AuditDashboard: { at: 'audit/dashboard', permission: 'rbac.view_audit', order: 0, affix: true },
  MyHome: { at: 'workbench/home', permission: '', order: 0, affix: true },
  MyAssets: {
    at: 'workbench/assets',
    permission: 'perms.view_myassets',
    order: 10,
    url: '/api/v1/perms/users/self/assets/',
    resourceKey: 'perms.myasset',
  },
  WebTerminal: { at: 'workbench/luna', permission: 'rbac.view_webterminal', order: 20, external: true },
  BulkTransfer: {
    at: 'workbench/file-manager/bulk-Transfer',
    permission: ['rbac.view_filemanager', 'ops.add_job', 'ops.add_jobexecution'],
    order: 25,
  },
  QuickJob: {
    at: 'workbench/ops/quick-job',
    permission: ['ops.view_job', 'ops.add_job', 'ops.add_jobexecution'],
    order: 30,
    setting: 'SECURITY_COMMAND_EXECUTION',
  },
  Template: {
    at: 'workbench/ops/templates',
    permission: 'ops.view_adhoc|ops.view_playbook',
    order: 40,
    setting: 'SECURITY_COMMAND_EXECUTION',
  },
  SystemTools: { at: 'workbench/system-tools', permission: 'rbac.view_systemtools', order: 60 },
  MyTicketList: { ...ticket, at: 'tickets/my-tickets', order: 0 },
  AssignedTicketList: { ...ticket, at: 'tickets/assigned-tickets', order: 10 },
  RequestAssetPermTicketCreateUpdate: {
    ...belowTickets,
    at: 'tickets/tickets/request-host-perm/create',
    order: 20,
    setting: 'TICKETS_ENABLED',
  },
  AssetsTicketDetail: { ...belowTickets, at: 'tickets/tickets/request-host-perm/:id', order: 30 },
  LoginAssetTicketDetail: { ...belowTickets, at: 'tickets/tickets/login-host-confirm/:id', order: 31 },
  LoginTicketDetail: { ...belowTickets, at: 'tickets/tickets/login-confirm/:id', order: 32 },
  CommandConfirmDetail: { ...belowTickets, at: 'tickets/tickets/command-confirm/:id', order: 33 },
  TicketDetail: { ...belowTickets, at: 'tickets/tickets/:id', order: 40 },
  SystemSetting: {
    at: 'settings',
    permission: 'settings.view_setting',
    order: 0,
    hidden: true,
    activeMenu: '/settings/basic',
  },
  Basic: { at: 'settings/basic', permission: 'settings.view_setting', order: 10 },
  Msg: { at: 'settings/msg', permission: 'settings.change_email', order: 190 },
  Feature: { at: 'settings/features', permission: 'settings.view_setting', order: 200 },
  Auth: { at: 'settings/auth', permission: 'settings.change_auth', order: 210 },
  Storage: { at: 'settings/storage', permission: 'settings.change_terminal', order: 220 },
  TerminalSetting: { at: 'settings/terminal', permission: 'settings.change_terminal', order: 230 },
  Security: { at: 'settings/security', permission: 'settings.change_security', order: 250 },
  Interface: {
    at: 'settings/interface',
    permission: 'settings.change_interface',
    order: 260,
    licence: true,
  },
  Tools: { at: 'settings/tools', permission: 'settings.view_setting', order: 270 },
  // A tab of the tasks, and a page of its own for users who may not see tasks.
  Clean: { at: 'settings/clean', permission: 'settings.change_clean', order: 292, unless: 'TaskList' },
  License: { at: 'settings/license', permission: 'settings.change_license', order: 300 },
  ProfileInfo: { at: 'profile/info', permission: '', order: 0 },
  ProfileSetting: { at: 'profile/setting', permission: '', order: 10 },
  UserSetting: { at: 'profile/user/setting', permission: '', order: 20 },
  ProfileImprovement: { at: 'profile/improvement', permission: '', order: 30, hidden: true, noCache: true },
  TaskMonitor: {
    at: 'settings/task-monitor',
    permission: 'ops.view_taskmonitor',
    order: 291,
    hidden: true,
    activeMenu: '/settings/tasks',
  },
  CeleryTaskLog: { ...taskLog, at: 'ops/celery/task/:id/log', order: 1001, app: 'ops', resource: 'celery' },
  AnsibleTaskLog: {
    ...taskLog,
    at: 'ops/ansible/task/:id/log',
    order: 1002,
    app: 'ops',
    resource: 'ansible',
  },
  TaskLog: { ...taskLog, at: 'ops/task/task/:id/log', order: 1003, app: 'ops', resource: 'task' },
  // Address that older clients use; not in any menu.
  ChatAi: {
    at: 'chat/chat-ai',
    permission: '',
    order: 1000,
    view: 'console',
    app: 'chat',
    resource: 'chat-ai',
    level: 0,
    hidden: true,
  },
} as const satisfies Record<string, OwnRoute>;
