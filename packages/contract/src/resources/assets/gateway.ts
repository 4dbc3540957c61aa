import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';
import { host } from './host.ts';

/** A gateway asset: a host on the platform `Gateway`, through which the assets of a zone are reached. */
export const gateway = defineResource({
  app: 'assets',
  name: 'gateway',
  path: 'gateways',
  scope: 'org',
  label: 'name',
  variantOf: 'assets.asset',
  where: { 'platform.name': 'Gateway' },
  fields: {
    ...host.fields,
    // Always `Gateway`, whatever the client sends.
    platform: field.ref({
      to: 'assets.platform',
      required: true,
      onDelete: 'protect',
      filter: true,
    }),
  },
  operations: ['list', 'retrieve', 'create', 'update', 'destroy'],
  list: {
    default: ['name', 'address', 'protocols', 'nodes_display', 'connectivity', 'comment', 'actions'],
    min: ['name', 'address', 'actions'],
    exclude: ['spec_info', 'auto_config'],
  },
  console: {
    base: 'Gateway',
    path: 'console/assets/gateways',
    pages: ['create', 'update'],
    order: 230,
    under: 'console/assets/domains',
    needs: { create: 'assets.view_gateway' },
  },
});
