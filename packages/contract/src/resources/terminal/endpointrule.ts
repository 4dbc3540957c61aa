import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** Chooses an endpoint by the address of the asset; of the rules that fit, the lowest priority wins. */
export const endpointrule = defineResource({
  app: 'terminal',
  name: 'endpointrule',
  path: 'endpoint-rules',
  scope: 'global',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    ip_group: field.ipGroup({ default: ['*'], help: true }),
    priority: field.integer({ min: 1, max: 100, default: 50, help: true }),
    endpoint: field.ref({ to: 'terminal.endpoint', nullable: true, onDelete: 'setNull' }),
    is_active: field.boolean({ default: true }),
  },
  standard: ['comment', 'date_created', 'date_updated', 'created_by'],
  toldWritable: ['created_by'],
  unique: [['name'], ['priority']],
  order: ['priority', 'is_active', 'name'],
  list: {
    default: ['name', 'ip_group', 'priority', 'endpoint', 'is_active', 'actions'],
    min: ['name', 'actions'],
  },
  form: [
    ['basic', 'name', 'priority'],
    ['target', 'ip_group', 'endpoint'],
    ['other', 'is_active', 'comment'],
  ],
  settingsFile: { section: 'endpoint_rules' },
  console: {
    base: 'EndpointRule',
    path: 'settings/terminal/endpoint-rule',
    pages: ['create', 'update'],
    order: 233,
    under: 'settings/terminal',
  },
});
