import { permissionName, permissions } from './catalogue.ts';

/** A branch of the tree in which a role's permissions are chosen. */
export type PermissionBranch = {
  /** Id of the node and key of its title in the `permissions` locale file. */
  id: string;
  type: 'view' | 'app' | 'extra';
  /** Permissions (`app.codename`) placed directly in this branch instead of under their model. */
  permissions?: readonly string[];
  /**
   * Models (`app.model`); each becomes a node with the permissions that no branch has taken. Models not
   * listed here join the branch of their app.
   */
  models?: readonly string[];
  children?: readonly PermissionBranch[];
};

const accounts: PermissionBranch = {
  id: 'accounts',
  type: 'app',
  children: [
    {
      id: 'backup_account_node',
      type: 'extra',
      models: ['accounts.accountbackupautomation', 'accounts.accountbackupexecution'],
    },
    {
      id: 'gather_account_node',
      type: 'extra',
      permissions: ['accounts.view_gatheraccountsexecution', 'accounts.add_gatheraccountsexecution'],
      models: ['accounts.gatheredaccount', 'accounts.gatheraccountsautomation'],
    },
    {
      id: 'push_account_node',
      type: 'extra',
      permissions: ['accounts.view_pushaccountexecution', 'accounts.add_pushaccountexecution'],
      models: ['accounts.pushaccountautomation'],
    },
    {
      id: 'asset_change_plan_node',
      type: 'extra',
      permissions: [
        'accounts.view_changesecretexecution',
        'accounts.add_changesecretexecution',
        'accounts.view_changesecretrecord',
      ],
      models: ['accounts.changesecretautomation'],
    },
  ],
};

const consoleView: PermissionBranch = {
  id: 'view_console',
  type: 'view',
  permissions: ['rbac.view_console'],
  children: [
    {
      id: 'users',
      type: 'app',
      models: ['users.user', 'users.usergroup', 'users.preference', 'users.savedfilter'],
    },
    {
      id: 'assets',
      type: 'app',
      models: [
        'assets.asset',
        'assets.node',
        'assets.domain',
        'assets.gateway',
        'assets.platform',
        'assets.custom',
        'assets.gpt',
      ],
      children: [
        {
          id: 'cloud_import',
          type: 'extra',
          models: [
            'xpack.account',
            'xpack.syncinstancetask',
            'xpack.syncinstancetaskexecution',
            'xpack.syncinstancedetail',
            'xpack.strategy',
            'xpack.strategyaction',
            'xpack.strategyrule',
          ],
        },
      ],
    },
    accounts,
    {
      id: 'perms',
      type: 'app',
      models: [
        'perms.assetpermission',
        'perms.accessreview',
        'perms.permedasset',
        'acls.commandfilteracl',
        'acls.commandgroup',
        'acls.loginacl',
        'acls.loginassetacl',
        'acls.connectmethodacl',
      ],
    },
    { id: 'labels', type: 'app' },
    {
      id: 'rbac',
      type: 'app',
      models: [
        'rbac.role',
        'rbac.systemrole',
        'rbac.orgrole',
        'rbac.systemrolebinding',
        'rbac.orgrolebinding',
        'rbac.permission',
        'rbac.contenttype',
      ],
    },
    {
      id: 'task_center',
      type: 'app',
      permissions: ['ops.view_celerytask', 'ops.view_taskmonitor', 'ops.view_celerytaskexecution'],
    },
  ],
};

const workbench: PermissionBranch = {
  id: 'view_workbench',
  type: 'view',
  permissions: [
    'rbac.view_workbench',
    'rbac.view_webterminal',
    'rbac.view_filemanager',
    'rbac.view_systemtools',
  ],
  children: [
    { id: 'my_assets', type: 'app', permissions: ['perms.view_myassets'] },
    {
      id: 'operation_center',
      type: 'app',
      models: ['ops.adhoc', 'ops.job', 'ops.jobapproval', 'ops.jobexecution', 'ops.playbook'],
    },
  ],
};

const audit: PermissionBranch = {
  id: 'view_audit',
  type: 'view',
  permissions: ['rbac.view_audit'],
  models: ['audits.usersession'],
  children: [
    { id: 'audits', type: 'app' },
    {
      id: 'terminal',
      type: 'app',
      models: [
        'audits.ftplog',
        'terminal.command',
        'terminal.session',
        'terminal.sessionjoinrecord',
        'terminal.sessionreplay',
        'terminal.sessionsharing',
        'terminal.appprovider',
        'terminal.virtualapp',
        'terminal.virtualapppublication',
      ],
    },
  ],
};

const setting: PermissionBranch = {
  id: 'view_setting',
  type: 'view',
  permissions: ['settings.view_setting'],
  models: ['orgs.organization', 'settings.setting'],
  children: [
    { id: 'settings', type: 'app' },
    {
      id: 'terminal_node',
      type: 'app',
      permissions: ['settings.change_terminal'],
      models: [
        'terminal.terminal',
        'terminal.commandstorage',
        'terminal.replaystorage',
        'terminal.status',
        'terminal.task',
        'terminal.endpoint',
        'terminal.endpointrule',
      ],
    },
    {
      id: 'remote_application',
      type: 'app',
      models: [
        'terminal.applet',
        'terminal.applethost',
        'terminal.applethostdeployment',
        'terminal.appletpublication',
      ],
    },
  ],
};

const other: PermissionBranch = {
  id: 'view_other',
  type: 'view',
  children: [
    {
      id: 'authentication',
      type: 'app',
      models: [
        'authentication.accesskey',
        'authentication.connectiontoken',
        'authentication.superconnectiontoken',
        'authentication.temptoken',
        'authentication.passkey',
      ],
    },
    { id: 'tickets', type: 'app', permissions: ['tickets.view_ticket'] },
  ],
};

/** The branches as the reference arranges them. */
const arranged: readonly PermissionBranch[] = [consoleView, workbench, audit, setting, other];

const takenOut = (branches: readonly PermissionBranch[]): string[] =>
  branches.flatMap((branch) => [...(branch.permissions ?? []), ...takenOut(branch.children ?? [])]);

const direct = new Set(takenOut(arranged));

/** Names of the permissions under a model's own node. */
export const permissionsUnderModel = (model: string): readonly string[] =>
  permissions
    .filter((permission) => `${permission.app}.${permission.model}` === model)
    .map(permissionName)
    .filter((name) => !direct.has(name));

const modelsIn = (branches: readonly PermissionBranch[]): string[] =>
  branches.flatMap((branch) => [...(branch.models ?? []), ...modelsIn(branch.children ?? [])]);

const placed = new Set(modelsIn(arranged));

/** Models of an app that no branch names, if they have permissions that no branch lists. */
const unplaced = (app: string): string[] =>
  [
    ...new Set(
      permissions.filter((permission) => permission.app === app).map(({ model }) => `${app}.${model}`),
    ),
  ].filter((model) => !placed.has(model) && permissionsUnderModel(model).length > 0);

const completed = (branch: PermissionBranch): PermissionBranch => {
  const models = [...(branch.models ?? []), ...(branch.type === 'app' ? unplaced(branch.id) : [])];
  return {
    ...branch,
    ...(models.length > 0 && { models }),
    ...(branch.children && { children: branch.children.map(completed) }),
  };
};

/**
 * The views at the top of the permission tree; a model that none of them lists is in the branch of its app.
 */
export const permissionTree: readonly PermissionBranch[] = arranged.map(completed);
