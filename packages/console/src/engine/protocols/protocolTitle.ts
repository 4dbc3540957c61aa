import { joined } from '../../platform/i18n/joined.ts';

const titles: Readonly<Record<string, string>> = {
  telnet: 'Telnet',
  winrm: 'WinRM',
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  postgresql: 'PostgreSQL',
  oracle: 'Oracle',
  sqlserver: 'SQL Server',
  mongodb: 'MongoDB',
  redis: 'Redis',
  clickhouse: 'ClickHouse',
  dameng: 'Dameng',
  k8s: 'Kubernetes',
  chatgpt: 'ChatGPT',
};

/** Names of protocols as people write them, in a row. */
export const protocolTitles = (names: readonly string[]): string =>
  joined([...new Set(names)].map((name) => titles[name] ?? name.toUpperCase()));
