import type { ListModeOf } from '../../console/ListMode.ts';
import type { endpoint } from '../../resources/terminal/endpoint.ts';

/** Endpoints with all their ports. */
export const endpointList: ListModeOf<typeof endpoint> = {
  abilities: true,
  columns: [
    'name',
    'host',
    'https_port',
    'http_port',
    'ssh_port',
    'rdp_port',
    'mysql_port',
    'mariadb_port',
    'postgresql_port',
    'redis_port',
    'sqlserver_port',
    'actions',
  ],
  fixed: ['name', 'actions'],
  exclude: ['oracle_port', 'oracle_port_range'],
  without: ['moreActions', 'selection', 'labels', 'import', 'export'],
};
