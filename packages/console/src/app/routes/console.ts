import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { routesOf } from './defineRoutes.ts';

const { page, resource } = routesOf('console');
const hidden = { hidden: true } as const;
const assetsMenu = { hidden: true, activeMenu: '/console/assets/assets' } as const;

const users: RouteMeta[] = [
  ...resource({
    base: 'User',
    below: 'users/users',
    letters: 'LCUD',
    permission: 'users.user',
    url: '/api/v1/users/users/',
  }),
  ...resource({
    base: 'UserGroup',
    below: 'users/groups',
    letters: 'LCUD',
    permission: 'users.usergroup',
    url: '/api/v1/users/groups/',
  }),
  ...resource({
    base: 'Role',
    below: 'users/roles',
    letters: 'LCUD',
    permission: 'rbac.role',
    url: '/api/v1/rbac/roles/',
    needs: { L: 'rbac.view_orgrole|rbac.view_systemrole', C: '', U: '', D: '' },
    flags: { licence: true, disableOrgsChange: true },
  }),
];

const typedAssets = [
  ['Host', 'hosts', 'assets.host'],
  ['Database', 'databases', 'assets.database'],
  ['Device', 'devices', 'assets.device'],
  ['Cloud', 'clouds', 'assets.cloud'],
  ['Web', 'webs', 'assets.web'],
  ['Gpt', 'gpts', 'assets.gpt'],
  ['Custom', 'customs', 'assets.custom'],
] as const;

const assets: RouteMeta[] = [
  ...resource({
    base: 'Asset',
    below: 'assets/assets',
    letters: 'LD',
    permission: 'assets.asset',
    url: '/api/v1/assets/assets/',
  }),
  page('AssetMoreInformationEdit', 'assets/assets/detail/:id/update', 'assets.change_asset', {
    ...assetsMenu,
    noCache: true,
    url: '/api/v1/assets/assets/',
    resourceKey: 'assets.asset',
  }),
  ...typedAssets.flatMap(([base, below, resourceKey]) =>
    resource({
      base,
      below: `assets/${below}`,
      letters: 'CU',
      permission: 'assets.asset',
      url: `/api/v1/assets/${below}/`,
      resourceKey,
      flags: assetsMenu,
    }),
  ),
  ...resource({
    base: 'Domain',
    below: 'assets/domains',
    letters: 'LCUD',
    permission: 'assets.domain',
    url: '/api/v1/assets/domains/',
  }),
  ...resource({
    base: 'Gateway',
    below: 'assets/gateways',
    letters: 'CU',
    permission: 'assets.gateway',
    url: '/api/v1/assets/gateways/',
    needs: { C: 'assets.view_gateway' },
    flags: { hidden: true, activeMenu: '/console/assets/domains' },
  }),
  ...resource({
    base: 'Platform',
    below: 'assets/platforms',
    letters: 'LCUD',
    permission: 'assets.platform',
    url: '/api/v1/assets/platforms/',
    needs: { U: '' },
  }),
  page('CloudCenter', 'assets/cloud', 'xpack.view_account', assetsMenu),
  ...resource({
    base: 'Account',
    below: 'assets/cloud/account',
    letters: 'LCUD',
    permission: 'xpack.account',
    flags: assetsMenu,
  }),
  ...resource({
    base: 'SyncInstanceTask',
    below: 'assets/cloud/sync-instance-tasks',
    letters: 'LCUD',
    permission: 'xpack.syncinstancetask',
    needs: { D: 'xpack.view_account' },
    flags: assetsMenu,
  }),
  ...resource({
    base: 'CloudStrategy',
    below: 'assets/cloud/strategy',
    letters: 'LCUD',
    permission: 'xpack.strategy',
    flags: assetsMenu,
  }),
];

const executions = (
  base: string,
  prefix: string,
  below: string,
  need: string,
  licence: boolean,
): RouteMeta[] => [
  page(`${base}ExecutionList`, `accounts/${below}/executions`, need, {
    ...hidden,
    licence,
    activeMenu: `/console/accounts/${below}`,
  }),
  page(`${prefix}ExecutionDetail`, `accounts/${below}/executions/:id`, need, {
    ...hidden,
    licence,
    activeMenu: `/console/accounts/${below}`,
  }),
];

const accounts: RouteMeta[] = [
  ...resource({
    base: 'AssetAccount',
    below: 'accounts/accounts',
    letters: 'LD',
    permission: 'accounts.account',
    url: '/api/v1/accounts/accounts/',
  }),
  ...resource({
    base: 'VirtualAccount',
    below: 'accounts/virtual-accounts',
    letters: 'UD',
    permission: 'accounts.virtualaccount',
    url: '/api/v1/accounts/virtual-accounts/',
    flags: { hidden: true, activeMenu: '/console/accounts/accounts' },
  }),
  ...resource({
    base: 'AccountTemplate',
    below: 'accounts/account-template',
    letters: 'LCUD',
    permission: 'accounts.accounttemplate',
    url: '/api/v1/accounts/account-templates/',
  }),
  ...resource({
    base: 'AccountPush',
    below: 'accounts/account-push',
    letters: 'LCUD',
    permission: 'accounts.pushaccountautomation',
  }),
  ...executions('AccountPush', 'AccountPush', 'account-push', 'accounts.view_pushaccountexecution', false),
  page('AccountGatherList', 'accounts/account-gather', 'accounts.view_gatheredaccount', { licence: true }),
  ...resource({
    base: 'AccountGatherTask',
    below: 'accounts/account-gather',
    letters: 'CUD',
    permission: 'accounts.gatheraccountsautomation',
    flags: { licence: true },
  }),
  ...executions(
    'AccountGatherTask',
    'AccountGather',
    'account-gather',
    'accounts.view_gatheraccountsexecution',
    true,
  ),
  ...resource({
    base: 'AccountChangeSecret',
    below: 'accounts/account-change-secret',
    letters: 'LCUD',
    permission: 'accounts.changesecretautomation',
    flags: { licence: true },
  }),
  ...executions(
    'AccountChangeSecret',
    'AccountChangeSecret',
    'account-change-secret',
    'accounts.view_changesecretexecution',
    true,
  ),
  page('AccountBackupList', 'accounts/account-backup', 'accounts.view_accountbackupautomation', {
    licence: true,
  }),
  ...resource({
    base: 'AccountBackupPlan',
    below: 'accounts/account-backup',
    letters: 'CUD',
    permission: 'accounts.accountbackupautomation',
    flags: { licence: true },
  }),
  ...executions(
    'AccountBackupPlan',
    'AccountBackupPlan',
    'account-backup',
    'accounts.view_accountbackupautomation',
    true,
  ),
];

const perms: RouteMeta[] = [
  ...resource({
    base: 'AssetPermission',
    below: 'perms/asset-permissions',
    letters: 'LCUD',
    permission: 'perms.assetpermission',
    url: '/api/v1/perms/asset-permissions/',
  }),
  ...resource({
    base: 'UserLoginAcl',
    below: 'perms/login-acls',
    letters: 'LCUD',
    permission: 'acls.loginacl',
    flags: { disableOrgsChange: true },
  }),
  ...resource({
    base: 'CommandFilterAcl',
    below: 'perms/cmd-acls',
    letters: 'LCUD',
    permission: 'acls.commandfilteracl',
  }),
  ...resource({
    base: 'AssetAcl',
    below: 'perms/login-asset-acls',
    letters: 'LCUD',
    permission: 'acls.loginassetacl',
    flags: { licence: true },
  }),
  ...resource({
    base: 'CommandGroup',
    below: 'perms/cmd-groups',
    letters: 'LCUD',
    permission: 'acls.commandgroup',
    flags: { hidden: true, activeMenu: '/console/perms/cmd-acls' },
  }),
  ...resource({
    base: 'ConnectMethodAcl',
    below: 'perms/connect-method-acls',
    letters: 'LCUD',
    permission: 'acls.connectmethodacl',
    flags: { licence: true, disableOrgsChange: true },
  }),
];

/** Console: administration. */
export const consoleRoutes: RouteMeta[] = [
  page('AdminDashboard', 'dashboard', 'rbac.view_console', { affix: true }),
  ...users,
  ...assets,
  ...accounts,
  ...perms,
  ...resource({
    base: 'Label',
    below: 'more/labels',
    letters: 'LCU',
    permission: 'labels.label',
    url: '/api/v1/labels/labels/',
  }),
];
