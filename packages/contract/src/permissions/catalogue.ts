/** Where a permission may be granted: in organization and system roles, or in system roles only. */
export type PermissionScope = 'org' | 'system';

/** One permission; its name on the wire is `app.codename`. */
export type Permission = { app: string; model: string; codename: string; scope: PermissionScope };

/**
 * Codenames by app and model. `A C D V` stand for add, change, delete and view of the model, other words for
 * themselves; a star keeps a permission out of organization roles.
 */
const table: Record<string, Record<string, string>> = {
  accounts: {
    account: 'A C D V view_accountsecret verify_account push_account remove_account',
    accountbackupautomation: 'A C D V',
    accountbackupexecution: 'A V',
    accounttemplate: 'A C D V view_accounttemplatesecret change_accounttemplatesecret',
    automationexecution:
      'view_changesecretexecution add_changesecretexecution view_gatheraccountsexecution add_gatheraccountsexecution view_pushaccountexecution add_pushaccountexecution',
    changesecretautomation: 'A C D V',
    changesecretrecord: 'V',
    gatheraccountsautomation: 'A C D V',
    gatheredaccount: 'A C D V',
    pushaccountautomation: 'A C D V',
    virtualaccount: 'A C D V',
  },
  acls: {
    commandfilteracl: 'A C D V',
    commandgroup: 'A C D V',
    connectmethodacl: 'A* C* D* V*',
    loginacl: 'A* C* D* V*',
    loginassetacl: 'A C D V',
  },
  assets: {
    asset: 'A C D V refresh_assethardwareinfo test_assetconnectivity match_asset change_assetnodes',
    custom: 'A C D V',
    domain: 'A C D V',
    gateway: 'A C D V',
    gpt: 'A C D V',
    node: 'A C D V match_node',
    platform: 'A* C* D* V',
  },
  audits: {
    activitylog: 'V',
    ftplog: 'A C V',
    joblog: 'V',
    operatelog: 'V',
    passwordchangelog: 'V',
    userloginlog: 'V',
    usersession: 'V offline_usersession',
  },
  authentication: {
    accesskey: 'A* C* D* V*',
    connectiontoken: 'A V expire_connectiontoken reuse_connectiontoken',
    passkey: 'A* C* D* V*',
    superconnectiontoken: 'A* V* view_superconnectiontokensecret*',
    temptoken: 'A* C* V*',
  },
  labels: { label: 'A C D V', labeledresource: 'A C D V' },
  ops: {
    adhoc: 'A C D V',
    celerytask: 'V view_taskmonitor*',
    celerytaskexecution: 'V',
    job: 'A C D V',
    jobexecution: 'A V',
    playbook: 'A C D V',
  },
  orgs: { organization: 'A* C* D* V* view_rootorg* view_alljoinedorg*' },
  perms: { assetpermission: 'A C D V', permedasset: 'view_myassets view_userassets' },
  rbac: {
    contenttype: 'V',
    menupermission:
      'view_console view_audit view_workbench view_webterminal view_filemanager view_systemtools',
    orgrole: 'A* C* D* V',
    orgrolebinding: 'A D V',
    permission: 'V',
    role: 'A* C* D* V',
    systemrole: 'A* C* D* V*',
    systemrolebinding: 'A* D* V*',
  },
  settings: {
    chatprompt: 'A C D V',
    setting:
      'V* change_email* change_auth* change_ops* change_ticket* change_virtualapp* change_announcement* change_vault* change_chatai* change_systemmsgsubscription* change_sms* change_security* change_clean* change_interface* change_license* change_terminal* change_other*',
  },
  terminal: {
    applet: 'A* C* D* V*',
    applethost: 'A* C* D* V*',
    applethostdeployment: 'A* C* D* V*',
    appletpublication: 'A* C* D* V*',
    appprovider: 'A C D V',
    command: 'A V',
    commandstorage: 'A* C* D* V*',
    endpoint: 'A* C* D* V*',
    endpointrule: 'A* C* D* V*',
    replaystorage: 'A* C* D* V*',
    session: 'A C V monitor_session terminate_session validate_sessionactionperm',
    sessionjoinrecord: 'A C V',
    sessionreplay: 'V upload_sessionreplay download_sessionreplay',
    sessionsharing: 'add_supersessionsharing',
    status: 'A* V*',
    task: 'C* V*',
    terminal: 'A* C* D* V* view_terminalconfig*',
    virtualapp: 'A C D V',
    virtualapppublication: 'A C D V',
  },
  tickets: {
    superticket: 'A* C* V*',
    ticket: 'V*',
    ticketflow: 'C* V*',
    ticketsession: 'A* C*',
  },
  users: {
    preference: 'A C D V',
    user: 'A C D* V invite_user remove_user match_user',
    usergroup: 'A C D V',
  },
  xpack: {
    account: 'A C D V test_account',
    strategy: 'A C D V',
    strategyaction: 'A C D V',
    strategyrule: 'A C D V',
    syncinstancedetail: 'V',
    syncinstancetask: 'A C D V',
    syncinstancetaskexecution: 'A V',
  },
};

const verbs: Record<string, string> = { A: 'add', C: 'change', D: 'delete', V: 'view' };

const read = (app: string, model: string, word: string): Permission => {
  const isSystem = word.endsWith('*');
  const bare = isSystem ? word.slice(0, -1) : word;
  const verb = verbs[bare];
  return { app, model, codename: verb ? `${verb}_${model}` : bare, scope: isSystem ? 'system' : 'org' };
};

/** Every permission that can be granted, by app and model. */
export const permissions: readonly Permission[] = Object.entries(table).flatMap(([app, models]) =>
  Object.entries(models).flatMap(([model, words]) => words.split(' ').map((word) => read(app, model, word))),
);

/** Name of a permission on the wire. */
export const permissionName = (permission: Pick<Permission, 'app' | 'codename'>): string =>
  `${permission.app}.${permission.codename}`;

/**
 * Permissions a role of this scope may hold: all of them for system roles, all but the starred ones for
 * organization roles.
 */
export const permissionsOfScope = (scope: PermissionScope): readonly Permission[] =>
  scope === 'system' ? permissions : permissions.filter((permission) => permission.scope === 'org');

/**
 * Stable number of a name (permission `app.codename`, content type `app.model`): clients of the reference protocol
 * send and store numbers, and a name's number must not move when the catalogue grows. FNV-1a, 31 bits.
 */
export const numberOf = (name: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return hash & 0x7fffffff;
};

const nameByNumber = new Map(permissions.map(permissionName).map((name) => [numberOf(name), name]));

/** Name of the permission with this number. */
export const permissionOfNumber = (number: number): string | undefined => nameByNumber.get(number);
