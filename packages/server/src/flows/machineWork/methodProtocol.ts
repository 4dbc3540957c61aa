/** A protocol and the kinds of secrets with which it signs in. */
export type Way = { protocol: string; secretTypes: readonly string[] };

const ssh: Way = { protocol: 'ssh', secretTypes: ['password', 'ssh_key'] };
const sftp: Way = { ...ssh, protocol: 'sftp' };
const byPassword = (protocol: string): Way => ({ protocol, secretTypes: ['password'] });

/** Parts of the names of methods, and the ways that these take; the first that fits counts. */
const ways: readonly [part: RegExp, ways: readonly Way[]][] = [
  [/^playbook_/, [ssh]],
  [/by_sftp/, [ssh, sftp]],
  [/by_ssh|posix|aix/, [ssh]],
  [/by_telnet/, [byPassword('telnet')]],
  [/by_rdp|rdp_verify/, [byPassword('rdp')]],
  [/win/, [ssh, byPassword('winrm')]],
  [/mysql/, [byPassword('mysql'), byPassword('mariadb')]],
  [/postgresql/, [byPassword('postgresql')]],
  [/oracle/, [byPassword('oracle')]],
  [/sqlserver/, [byPassword('sqlserver')]],
  [/mongodb/, [byPassword('mongodb')]],
  [/redis/, [byPassword('redis')]],
];

/** The ways that an automation method may take, the preferred one first. */
export const waysOf = (method: string): readonly Way[] => ways.find(([part]) => part.test(method))?.[1] ?? [];

/** The way of a method over a protocol that the asset has. */
export const wayTo = (method: string, protocols: readonly { name: string; port: number | null }[]) =>
  waysOf(method).find(({ protocol }) => protocols.some(({ name, port }) => name === protocol && port));
