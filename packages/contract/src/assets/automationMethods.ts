import type { AssetType } from './categories.ts';

/** What an automation can do to an asset. */
export const automationKinds = [
  'ping',
  'gather_facts',
  'gather_accounts',
  'verify_account',
  'change_secret',
  'push_account',
] as const;

/** One kind of automation. */
export type AutomationKind = (typeof automationKinds)[number];

/** A parameter of a method; its label is a field of `assets.automationmethod` in the locale files. */
export type MethodParam = { name: string; type: 'str' | 'list'; default: string | readonly string[] };

/** Parameters as plans name them, by method. */
export type MethodParams = { [method: string]: { [name: string]: string | string[] } };

/**
 * One way to run an automation; of the methods that a type offers for a kind, the one with the lowest
 * priority number is the default.
 */
type AutomationMethod = {
  id: string;
  kind: AutomationKind;
  types: readonly string[];
  priority: number;
  params: readonly MethodParam[];
};

const posix = ['linux', 'unix'] satisfies AssetType[];
const windows = ['windows'] satisfies AssetType[];
const hosts = ['linux', 'unix', 'windows', 'other'] satisfies AssetType[];
const devices = ['general', 'switch', 'router', 'firewall'] satisfies AssetType[];
const everySsh = [...hosts, ...devices];

const posixParams: readonly MethodParam[] = [
  { name: 'sudo', type: 'str', default: '/bin/whoami' },
  { name: 'shell', type: 'str', default: '/bin/bash' },
  { name: 'home', type: 'str', default: '' },
  { name: 'groups', type: 'str', default: '' },
];
const windowsParams: readonly MethodParam[] = [
  { name: 'groups', type: 'str', default: 'Users,Remote Desktop Users' },
];

const method = (
  kind: AutomationKind,
  id: string,
  types: readonly string[],
  more: { priority?: number; params?: readonly MethodParam[] } = {},
): AutomationMethod => ({ id, kind, types, priority: more.priority ?? 10, params: more.params ?? [] });

const onDatabases = (kind: AutomationKind, names: readonly string[]) =>
  names.map((name) => method(kind, `${kind}_${name}`, name === 'mysql' ? ['mysql', 'mariadb'] : [name]));

const databases = ['mysql', 'postgresql', 'oracle', 'sqlserver', 'mongodb', 'redis'] as const;
const databasesWithFacts = ['mysql', 'postgresql', 'oracle', 'mongodb'];

/** Every automation method. */
export const automationMethods: readonly AutomationMethod[] = [
  method('ping', 'posix_ping', posix),
  method('ping', 'win_ping', windows),
  method('ping', 'ping_by_rdp', windows, { priority: 1 }),
  method('ping', 'ping_by_ssh', everySsh, { priority: 50 }),
  method('ping', 'ping_by_telnet', everySsh, { priority: 50 }),
  method('ping', 'mysql_ping', ['mysql', 'mariadb']),
  method('ping', 'ping_postgresql', ['postgresql']),
  method('ping', 'oracle_ping', ['oracle']),
  method('ping', 'sqlserver_ping', ['sqlserver']),
  method('ping', 'mongodb_ping', ['mongodb']),
  method('ping', 'redis_ping', ['redis']),
  method('gather_facts', 'gather_facts_posix', posix),
  method('gather_facts', 'gather_facts_windows', windows),
  ...onDatabases('gather_facts', databasesWithFacts),
  method('gather_accounts', 'gather_accounts_posix', posix),
  method('gather_accounts', 'gather_accounts_windows', windows),
  ...onDatabases('gather_accounts', databases),
  method('verify_account', 'verify_account_posix', posix),
  method('verify_account', 'verify_account_windows', windows),
  method('verify_account', 'verify_account_by_rdp', windows, { priority: 1 }),
  method('verify_account', 'verify_account_by_ssh', everySsh, { priority: 50 }),
  ...onDatabases('verify_account', databases),
  method('change_secret', 'change_secret_posix', posix, { params: posixParams }),
  method('change_secret', 'change_secret_aix', ['AIX'], { params: posixParams }),
  method('change_secret', 'change_secret_local_windows', windows, { params: windowsParams }),
  method('change_secret', 'change_secret_windows_rdp_verify', windows, {
    priority: 49,
    params: windowsParams,
  }),
  method('change_secret', 'change_secret_by_ssh', everySsh, {
    priority: 50,
    params: [{ name: 'commands', type: 'list', default: [''] }],
  }),
  ...onDatabases('change_secret', databases),
  method('push_account', 'push_account_posix', posix, { params: posixParams }),
  method('push_account', 'push_account_aix', ['AIX'], { params: posixParams }),
  method('push_account', 'push_account_local_windows', windows, { params: windowsParams }),
  method('push_account', 'push_account_windows_rdp_verify', windows, {
    priority: 49,
    params: windowsParams,
  }),
  ...onDatabases('push_account', databases),
];

/** The methods by which runners change secrets; nothing is sent where a platform names another one. */
export const changingMethods: readonly string[] = [
  ...['change_secret_posix', 'change_secret_local_windows', 'change_secret_by_ssh'],
  ...databases.map((name) => `change_secret_${name}`),
];

/** Methods by which runners push accounts. */
export const pushingMethods: readonly string[] = [
  ...['push_account_posix', 'push_account_local_windows'],
  ...databases.map((name) => `push_account_${name}`),
];

/** Those of both that also set SSH keys; databases know passwords only. */
export const keyMethods = ['change_secret_posix', 'push_account_posix'] as const;

/**
 * The methods by which runners remove accounts, by the one that finds them: platforms have no setting of their own for
 * this, so an account is removed where accounts are looked for.
 */
export const removingMethods: Readonly<Record<string, string>> = Object.fromEntries(
  ['posix', 'windows', ...databases].map((name) => [`gather_accounts_${name}`, `remove_account_${name}`]),
);

/** Methods of a kind that an asset type offers, its default first. */
export const methodsFor = (kind: AutomationKind, type: string): readonly AutomationMethod[] =>
  automationMethods
    .filter((candidate) => candidate.kind === kind && candidate.types.includes(type))
    .sort((a, b) => a.priority - b.priority);

const changing: ReadonlySet<string> = new Set([...changingMethods, ...pushingMethods]);
/** Runners do not speak remote desktop protocols. */
const overDesktop: ReadonlySet<string> = new Set(['ping_by_rdp', 'verify_account_by_rdp']);

/** Whether platforms offer a method: only those that runners carry out (decision 0474). */
export const isOffered = ({ id, kind }: Pick<AutomationMethod, 'id' | 'kind'>): boolean =>
  kind === 'change_secret' || kind === 'push_account' ? changing.has(id) : !overDesktop.has(id);

/** Default parameters of a method. */
export const defaultParams = (id: string): Record<string, unknown> => {
  const params = automationMethods.find((candidate) => candidate.id === id)?.params ?? [];
  return Object.fromEntries(params.map((param) => [param.name, param.default]));
};
