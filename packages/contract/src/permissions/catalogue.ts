import { everyDefinition } from '../resources/all.ts';
import { definitionPermissions } from './definitionPermissions.ts';
import type { Permission, PermissionScope } from './permission.ts';

/**
 * Codenames by app and model. `A C D V` stand for add, change, delete and view of the model, other words for
 * themselves; a star keeps a permission out of organization roles.
 */
type Words = Record<string, Record<string, string>>;

/**
 * Permissions on the wire whose model has no definition here: calls serve the model, or no route requires the
 * permission. Roles may hold them all the same, so that a role keeps its permissions when it moves between
 * servers.
 */
const withoutDefinition: Words = {
  accounts: {
    accountbackupautomation: 'A C D V',
    accountbackupexecution: 'A V',
    automationexecution:
      'view_changesecretexecution add_changesecretexecution view_gatheraccountsexecution add_gatheraccountsexecution view_pushaccountexecution add_pushaccountexecution',
    changesecretautomation: 'A C D V',
    changesecretrecord: 'V',
    gatheraccountsautomation: 'A C D V',
    gatheredaccount: 'A C D V',
    pushaccountautomation: 'A C D V',
  },
  audits: { joblog: 'V' },
  authentication: {
    passkey: 'A* C* D* V*',
  },
  ops: {
    adhoc: 'A C D V',
    celerytask: 'V view_taskmonitor*',
    celerytaskexecution: 'V',
    job: 'A C D V',
    jobexecution: 'A V',
    playbook: 'A C D V',
  },
  perms: { permedasset: 'view_myassets view_userassets' },
  rbac: {
    contenttype: 'V',
    menupermission:
      'view_console view_audit view_workbench view_webterminal view_filemanager view_systemtools',
    permission: 'V',
  },
  settings: {
    setting:
      'V* change_email* change_auth* change_ops* change_ticket* change_virtualapp* change_announcement* change_vault* change_chatai* change_systemmsgsubscription* change_sms* change_security* change_clean* change_interface* change_license* change_terminal* change_other*',
  },
  terminal: {
    applet: 'A* C* D* V*',
    applethost: 'A* C* D* V*',
    applethostdeployment: 'A* C* D* V*',
    appletpublication: 'A* C* D* V*',
    appprovider: 'A C D V',
    commandstorage: 'A* C* D* V*',
    endpoint: 'A* C* D* V*',
    endpointrule: 'A* C* D* V*',
    replaystorage: 'A* C* D* V*',
    sessionjoinrecord: 'A C V',
    sessionreplay: 'V upload_sessionreplay download_sessionreplay',
    sessionsharing: 'add_supersessionsharing',
    virtualapp: 'A C D V',
    virtualapppublication: 'A C D V',
  },
  tickets: { superticket: 'A* C* V*', ticketsession: 'A* C*' },
  users: { preference: 'A C D V' },
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

/**
 * Further permissions of models with a definition: calls require them, or other servers of this protocol have
 * them in roles.
 */
const beyondDefinition: Words = {
  accounts: {
    account: 'view_accountsecret verify_account push_account remove_account',
    accounttemplate: 'view_accounttemplatesecret change_accounttemplatesecret',
    virtualaccount: 'A D',
  },
  assets: {
    asset: 'A refresh_assethardwareinfo test_assetconnectivity match_asset change_assetnodes',
    custom: 'A C D V',
    gpt: 'A C D V',
    node: 'match_node',
  },
  authentication: { superconnectiontoken: 'A* V* view_superconnectiontokensecret*' },
  orgs: { organization: 'view_rootorg* view_alljoinedorg*' },
  terminal: {
    session: 'monitor_session terminate_session validate_sessionactionperm',
    terminal: 'A* view_terminalconfig*',
  },
  users: { savedfilter: 'share_savedfilter', user: 'match_user' },
};

/** Permissions on global resources that organization roles may hold as well. */
const inOrganizationRoles: Words = {
  assets: { platform: 'V' },
  audits: { passwordchangelog: 'V', userloginlog: 'V', usersession: 'V offline_usersession' },
  rbac: { orgrole: 'V', orgrolebinding: 'A D V', role: 'V' },
  settings: { chatprompt: 'A C D V' },
  users: { user: 'A C V invite_user remove_user' },
};

const verbs: Record<string, string> = { A: 'add', C: 'change', D: 'delete', V: 'view' };

const read = (app: string, model: string, word: string): Permission => {
  const isSystem = word.endsWith('*');
  const bare = isSystem ? word.slice(0, -1) : word;
  const verb = verbs[bare];
  return { app, model, codename: verb ? `${verb}_${model}` : bare, scope: isSystem ? 'system' : 'org' };
};

const written = (words: Words): Permission[] =>
  Object.entries(words).flatMap(([app, models]) =>
    Object.entries(models).flatMap(([model, line]) => line.split(' ').map((word) => read(app, model, word))),
  );

/** Place of a permission among those of its model: the verbs first, then as declared. */
const placeOf = ({ codename, model }: Permission): number => {
  const place = Object.values(verbs).findIndex((verb) => codename === `${verb}_${model}`);
  return place < 0 ? Number.POSITIVE_INFINITY : place;
};

const order = (a: Permission, b: Permission): number => {
  const [left, right] = [`${a.app}.${a.model}`, `${b.app}.${b.model}`];
  if (left !== right) return left < right ? -1 : 1;
  const [first, second] = [placeOf(a), placeOf(b)];
  return first === second ? 0 : first - second;
};

/** Name of a permission on the wire. */
export const permissionName = (permission: Pick<Permission, 'app' | 'codename'>): string =>
  `${permission.app}.${permission.codename}`;

/** When several permissions have the same name, the last decides the scope and the first the position. */
const merged = (all: readonly Permission[]): Permission[] => [
  ...new Map(all.map((permission) => [permissionName(permission), permission])).values(),
];

/**
 * Every permission that can be granted, sorted by app and model: those that definitions require, and names
 * that no definition gives (docs/decisions/0195).
 */
export const permissions: readonly Permission[] = merged([
  ...everyDefinition.flatMap(definitionPermissions),
  ...written(inOrganizationRoles),
  ...written(beyondDefinition),
  ...written(withoutDefinition),
]).sort(order);

/**
 * Permissions a role of this scope may hold: all of them for system roles, those of scope `org` for
 * organization roles.
 */
export const permissionsOfScope = (scope: PermissionScope): readonly Permission[] =>
  scope === 'system' ? permissions : permissions.filter((permission) => permission.scope === 'org');

/**
 * Stable number of a name (permission `app.codename`, content type `app.model`): clients of the reference
 * protocol send and store numbers, so a name must keep its number when the catalogue grows. FNV-1a, 31 bits.
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
