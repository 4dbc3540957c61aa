import type { SecretType } from './secretTypes.ts';

/**
 * One setting of a protocol. Without a default it is required; with the default '' it may stay empty.
 * `licensed` choices are offered only with a valid licence; `literal` choices are their own labels.
 */
export type ProtocolSetting = {
  name: string;
  type: 'str' | 'bool' | 'text' | 'choice';
  default?: string | boolean | readonly string[];
  choices?: readonly string[];
  licensed?: readonly string[];
  literal?: true;
};

/** A protocol for connecting to an asset. */
export type Protocol = {
  name: string;
  label: string;
  port: number;
  secret_types: readonly SecretType[];
  /**
   * Marked as required in the constraints of asset types; a platform decides for itself whether it requires
   * it.
   */
  required?: true;
  /** Offered in the enterprise edition only. */
  xpack?: true;
  /** The port is read from the address, a URL. */
  port_from_addr?: true;
  /** Never shown to users who connect. */
  internal?: true;
  setting?: readonly ProtocolSetting[];
};

const selector = (name: string, value: string): ProtocolSetting => ({ name, type: 'str', default: value });

/** Every protocol, in the order it is offered. */
export const protocols: readonly Protocol[] = [
  {
    name: 'ssh',
    label: 'SSH',
    port: 22,
    secret_types: ['password', 'ssh_key'],
    setting: [{ name: 'old_ssh_version', type: 'bool', default: false }],
  },
  {
    name: 'sftp',
    label: 'SFTP',
    port: 22,
    secret_types: ['password', 'ssh_key'],
    setting: [{ name: 'sftp_home', type: 'str', default: '/tmp' }],
  },
  {
    name: 'rdp',
    label: 'RDP',
    port: 3389,
    secret_types: ['password'],
    setting: [
      { name: 'console', type: 'bool', default: false },
      { name: 'security', type: 'choice', choices: ['any', 'rdp', 'tls', 'nla'], default: 'any' },
      { name: 'ad_domain', type: 'str', default: '' },
    ],
  },
  {
    name: 'telnet',
    label: 'Telnet',
    port: 23,
    secret_types: ['password'],
    setting: [
      { name: 'username_prompt', type: 'str', default: 'username:|login:' },
      { name: 'password_prompt', type: 'str', default: 'password:' },
      { name: 'success_prompt', type: 'str', default: 'success|成功|#|>|\\$' },
    ],
  },
  { name: 'vnc', label: 'VNC', port: 5900, secret_types: ['password'] },
  {
    name: 'winrm',
    label: 'WinRM',
    port: 5985,
    secret_types: ['password'],
    internal: true,
    setting: [{ name: 'use_ssl', type: 'bool', default: false }],
  },
  { name: 'mysql', label: 'MySQL', port: 3306, secret_types: ['password'], required: true },
  { name: 'mariadb', label: 'MariaDB', port: 3306, secret_types: ['password'], required: true },
  {
    name: 'postgresql',
    label: 'PostgreSQL',
    port: 5432,
    secret_types: ['password'],
    required: true,
    xpack: true,
  },
  {
    name: 'oracle',
    label: 'Oracle',
    port: 1521,
    secret_types: ['password'],
    required: true,
    xpack: true,
    setting: [{ name: 'sysdba', type: 'bool', default: false }],
  },
  {
    name: 'sqlserver',
    label: 'SQLServer',
    port: 1433,
    secret_types: ['password'],
    required: true,
    xpack: true,
    setting: [
      { name: 'version', type: 'choice', choices: ['>=2014', '<2014'], literal: true, default: '>=2014' },
    ],
  },
  { name: 'db2', label: 'DB2', port: 5000, secret_types: ['password'], required: true, xpack: true },
  {
    name: 'clickhouse',
    label: 'ClickHouse',
    port: 9000,
    secret_types: ['password'],
    required: true,
    xpack: true,
  },
  {
    name: 'mongodb',
    label: 'MongoDB',
    port: 27017,
    secret_types: ['password'],
    required: true,
    setting: [{ name: 'auth_source', type: 'str', default: 'admin' }],
  },
  {
    name: 'redis',
    label: 'Redis',
    port: 6379,
    secret_types: ['password'],
    required: true,
    setting: [{ name: 'auth_username', type: 'bool', default: false }],
  },
  {
    name: 'k8s',
    label: 'K8s',
    port: 443,
    secret_types: ['token'],
    required: true,
    port_from_addr: true,
  },
  {
    name: 'http',
    label: 'HTTP(s)',
    port: 80,
    secret_types: ['password'],
    port_from_addr: true,
    setting: [
      { name: 'safe_mode', type: 'bool', default: false },
      { name: 'autofill', type: 'choice', choices: ['no', 'basic', 'script'], default: 'basic' },
      selector('username_selector', 'name=username'),
      selector('password_selector', 'name=password'),
      selector('submit_selector', 'type=submit'),
      { name: 'script', type: 'text', default: [] },
    ],
  },
  {
    name: 'chatgpt',
    label: 'ChatGPT',
    port: 443,
    secret_types: ['api_key'],
    required: true,
    port_from_addr: true,
    setting: [
      {
        name: 'api_mode',
        type: 'choice',
        choices: ['gpt-3.5-turbo', 'gpt-3.5-turbo-16k'],
        licensed: ['gpt-4', 'gpt-4-32k'],
        literal: true,
        default: 'gpt-3.5-turbo',
      },
    ],
  },
];

const byName = new Map(protocols.map((protocol) => [protocol.name, protocol]));

/** A protocol by its name. */
export const protocolOf = (name: string): Protocol | undefined => byName.get(name);

/** Default settings of a protocol. */
export const defaultSetting = (name: string): Record<string, unknown> =>
  Object.fromEntries(
    (protocolOf(name)?.setting ?? []).map((setting) => [setting.name, setting.default ?? null]),
  );
