/**
 * Selecting a key in the role editor (a permission `app.codename`, a model `app.model` or a branch of the
 * tree) also selects what it depends on. Selecting any action of a model selects its `view` too; that rule
 * needs no entry here.
 */
export const permissionDependencies: readonly { when: readonly string[]; needs: readonly string[] }[] = [
  {
    when: ['view_workbench', 'rbac.view_workbench'],
    needs: [
      'authentication.view_connectiontoken',
      'authentication.add_connectiontoken',
      'authentication.expire_connectiontoken',
      'authentication.reuse_connectiontoken',
      'ops.view_adhoc',
    ],
  },
  { when: ['view_setting'], needs: ['settings.view_setting'] },
  {
    when: [
      'terminal_node',
      'terminal.view_replaystorage',
      'terminal.view_status',
      'terminal.view_task',
      'terminal.view_terminal',
    ],
    needs: ['settings.change_terminal'],
  },
  { when: ['cloud_import'], needs: ['assets.view_asset', 'assets.view_platform'] },
  { when: ['rbac.orgrolebinding'], needs: ['rbac.view_orgrole', 'users.view_user'] },
  { when: ['rbac.systemrolebinding'], needs: ['rbac.view_systemrole', 'users.view_user'] },
  { when: ['users.add_user', 'users.change_user'], needs: ['rbac.view_role'] },
  {
    when: ['users.invite_user'],
    needs: ['users.match_user', 'rbac.add_orgrolebinding', 'rbac.view_orgrolebinding', 'rbac.view_orgrole'],
  },
  {
    when: ['tickets.view_ticket'],
    needs: ['assets.match_asset', 'assets.match_node', 'rbac.view_workbench'],
  },
  { when: ['tickets.view_ticketflow', 'tickets.change_ticketflow'], needs: ['tickets.view_ticket'] },
  { when: ['tickets.change_ticketflow'], needs: ['users.view_user'] },
  {
    when: [
      'acls.loginacl',
      'acls.loginassetacl',
      'acls.commandfilteracl',
      'settings.change_systemmsgsubscription',
    ],
    needs: ['users.view_user'],
  },
  { when: ['acls.commandgroup'], needs: ['acls.view_commandfilteracl'] },
  {
    when: ['assets.view_asset', 'assets.add_asset', 'assets.change_asset'],
    needs: ['assets.view_platform'],
  },
  { when: ['assets.view_node'], needs: ['assets.view_asset', 'assets.view_platform'] },
  { when: ['assets.gateway'], needs: ['assets.view_domain'] },
  {
    when: ['assets.add_gateway', 'assets.change_gateway'],
    needs: ['assets.view_platform', 'assets.view_node'],
  },
  { when: ['assets.refresh_assethardwareinfo'], needs: ['assets.change_asset'] },
  { when: ['accounts.view_account', 'perms.view_assetpermission'], needs: ['assets.view_node'] },
  { when: ['accounts.view_accountsecret'], needs: ['accounts.view_account'] },
  { when: ['accounts.add_account'], needs: ['assets.view_asset'] },
  { when: ['accounts.view_gatheredaccount'], needs: ['assets.view_asset', 'assets.view_node'] },
  {
    when: ['accounts.view_accounttemplatesecret', 'accounts.change_accounttemplatesecret'],
    needs: ['accounts.view_accounttemplate'],
  },
  {
    when: ['perms.assetpermission'],
    needs: ['assets.view_asset', 'assets.view_node', 'users.view_user', 'users.view_usergroup'],
  },
  {
    when: ['terminal.add_terminal', 'terminal.change_terminal'],
    needs: ['terminal.view_commandstorage', 'terminal.view_replaystorage'],
  },
  { when: ['terminal.add_applethost', 'terminal.change_applethost'], needs: ['assets.view_platform'] },
  {
    when: ['ops.view_job', 'ops.add_job', 'ops.change_job'],
    needs: ['assets.view_asset', 'assets.view_node', 'ops.view_adhoc', 'ops.view_playbook'],
  },
  { when: ['ops.change_jobapproval'], needs: ['ops.view_jobapproval'] },
  { when: ['ops.add_jobexecution'], needs: ['ops.view_celerytaskexecution'] },
  { when: ['authentication.add_connectiontoken'], needs: ['rbac.view_webterminal'] },
  { when: ['labels.view_labeledresource'], needs: ['rbac.view_contenttype'] },
  { when: ['xpack.view_syncinstancetask', 'xpack.add_syncinstancetask'], needs: ['xpack.view_account'] },
  { when: ['xpack.add_syncinstancetask'], needs: ['assets.view_asset', 'assets.view_node'] },
  {
    when: ['xpack.view_syncinstancedetail', 'xpack.view_syncinstancetaskexecution'],
    needs: ['xpack.view_syncinstancetask'],
  },
];
