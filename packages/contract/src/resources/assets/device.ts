import { defineResource } from '../../resource/defineResource.ts';

/** A switch, router, firewall or other network device. */
export const device = defineResource({
  app: 'assets',
  name: 'device',
  path: 'devices',
  scope: 'org',
  label: 'name',
  variantOf: 'assets.asset',
  permissionModel: 'asset',
  where: { category: 'device' },
  fields: {},
  operations: ['list', 'retrieve', 'create', 'update', 'destroy'],
  console: {
    base: 'Device',
    path: 'console/assets/devices',
    pages: ['create', 'update'],
    order: 212,
    under: 'console/assets/assets',
  },
});
