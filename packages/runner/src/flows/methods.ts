import {
  DEVICE_METHOD,
  type Operation,
  PLAIN_POWERSHELL_METHOD,
  POWERSHELL_METHOD,
  RAW_METHOD,
  SHELL_METHOD,
  STATEMENT_METHODS,
} from '@gatehouse/contract/wire/machineWork.ts';
import type { System, Work } from '../engine/way.ts';

/** Ways that lead to databases: their drivers run in processes of their own. */
export const databases = ['postgresql', 'mysql', 'mongodb', 'sqlserver', 'oracle', 'redis'] as const;
export type Database = (typeof databases)[number];

type Method = { kind: Work['kind']; way: 'ssh' | 'telnet' | Database; system: System };

const over = (way: Method['way'], kind: Method['kind'], system: System = 'any'): Method => ({
  kind,
  way,
  system,
});

/** Every method of the automation catalogue that a runner carries out by itself (reference 04 §12). */
const methods: Readonly<Record<string, Method>> = {
  posix_ping: over('ssh', 'ping', 'posix'),
  win_ping: over('ssh', 'ping', 'windows'),
  ping_by_ssh: over('ssh', 'ping'),
  ping_by_telnet: over('telnet', 'ping'),
  gather_facts_posix: over('ssh', 'gather_facts', 'posix'),
  gather_facts_windows: over('ssh', 'gather_facts', 'windows'),
  gather_accounts_posix: over('ssh', 'gather_accounts', 'posix'),
  gather_accounts_windows: over('ssh', 'gather_accounts', 'windows'),
  verify_account_posix: over('ssh', 'verify_account', 'posix'),
  verify_account_windows: over('ssh', 'verify_account', 'windows'),
  verify_account_by_ssh: over('ssh', 'verify_account'),
  change_secret_posix: over('ssh', 'change_secret', 'posix'),
  change_secret_local_windows: over('ssh', 'change_secret', 'windows'),
  change_secret_by_ssh: over('ssh', 'change_secret'),
  push_account_posix: over('ssh', 'push_account', 'posix'),
  push_account_local_windows: over('ssh', 'push_account', 'windows'),
  ...Object.fromEntries(
    databases.flatMap((name) => [
      [`verify_account_${name}`, over(name, 'verify_account')] as const,
      [`gather_accounts_${name}`, over(name, 'gather_accounts')] as const,
      [`change_secret_${name}`, over(name, 'change_secret')] as const,
      [`push_account_${name}`, over(name, 'push_account')] as const,
      [`remove_account_${name}`, over(name, 'remove_account')] as const,
    ]),
  ),
  remove_account_posix: over('ssh', 'remove_account', 'posix'),
  remove_account_windows: over('ssh', 'remove_account', 'windows'),
  [SHELL_METHOD]: over('ssh', 'run_command', 'posix'),
  [RAW_METHOD]: over('ssh', 'run_command'),
  [POWERSHELL_METHOD]: over('ssh', 'run_command', 'windows'),
  [PLAIN_POWERSHELL_METHOD]: over('ssh', 'run_command', 'windows'),
  [DEVICE_METHOD]: over('ssh', 'run_command', 'device'),
  [STATEMENT_METHODS.postgresql]: over('postgresql', 'run_command'),
  [STATEMENT_METHODS.mysql]: over('mysql', 'run_command'),
  [STATEMENT_METHODS.sqlserver]: over('sqlserver', 'run_command'),
  mysql_ping: over('mysql', 'ping'),
  ping_postgresql: over('postgresql', 'ping'),
  oracle_ping: over('oracle', 'ping'),
  sqlserver_ping: over('sqlserver', 'ping'),
  mongodb_ping: over('mongodb', 'ping'),
  redis_ping: over('redis', 'ping'),
  ...Object.fromEntries(
    (['mysql', 'postgresql', 'oracle', 'mongodb'] as const).map(
      (name) => [`gather_facts_${name}`, over(name, 'gather_facts')] as const,
    ),
  ),
};

/** How an operation is carried out; undefined when no way of this runner does it. */
export const methodOf = ({ kind, method }: Operation): Method | undefined => {
  const found = Object.hasOwn(methods, method) ? methods[method] : undefined;
  // Signing in shows which secret is valid.
  return found?.kind === (kind === 'find_secret' ? 'verify_account' : kind) ? found : undefined;
};

/** How a method that an administrator has written reaches its machine; which secret is valid is found out by signing in. */
export const ownMethodOf = ({ kind }: Operation): Method =>
  over('ssh', kind === 'find_secret' ? 'verify_account' : kind);
