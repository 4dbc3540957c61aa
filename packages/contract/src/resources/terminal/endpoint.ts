import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

const port = <const Default extends number>(standard: Default) =>
  field.integer({ min: 0, max: 65_535, default: standard });

/** A host with ports by protocol, at which clients reach the components; port 0 means not served. */
export const endpoint = defineResource({
  app: 'terminal',
  name: 'endpoint',
  path: 'endpoints',
  scope: 'global',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    host: field.text({ max: 256, isHost: true, search: 'contains', filter: true, help: true }),
    https_port: port(443),
    http_port: port(80),
    ssh_port: port(2222),
    rdp_port: port(3389),
    mysql_port: port(33_061),
    mariadb_port: port(33_062),
    postgresql_port: port(54_320),
    redis_port: port(63_790),
    oracle_port_range: field.computed.of<string>()({ as: 'string', readOnly: true, help: true }),
    oracle_port: field.computed.of<number>()({ as: 'field', readOnly: true }),
    sqlserver_port: port(14_330),
  },
  standard: ['comment', 'date_created', 'date_updated', 'created_by'],
  toldWritable: ['created_by'],
  unique: [['name']],
  order: ['name'],
  list: {
    default: ['name', 'host', 'https_port', 'http_port', 'ssh_port', 'rdp_port', 'comment', 'actions'],
    min: ['name', 'actions'],
  },
  form: [
    ['basic', 'name', 'host'],
    ['ports', 'https_port', 'http_port', 'ssh_port', 'rdp_port'],
    [
      'databases',
      'mysql_port',
      'mariadb_port',
      'postgresql_port',
      'redis_port',
      'sqlserver_port',
      'oracle_port_range',
    ],
    ['other', 'comment'],
  ],
  settingsFile: { section: 'endpoints' },
  console: {
    base: 'Endpoint',
    path: 'settings/terminal/endpoint',
    pages: ['create', 'update'],
    order: 232,
    under: 'settings/terminal',
  },
});
