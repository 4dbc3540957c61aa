import { assetTypes, categories } from '../../assets/categories.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** Anything that can be connected to; every category shares this table. */
export const asset = defineResource({
  app: 'assets',
  name: 'asset',
  path: 'assets',
  scope: 'org',
  label: 'name',
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    address: field.text({ required: true, max: 767, size: 'mini', search: 'contains', filter: true }),
    platform: field.ref({ to: 'assets.platform', required: true, onDelete: 'protect', filter: true }),
    domain: field.ref({ to: 'assets.domain', nullable: true, onDelete: 'setNull', filter: true }),
    nodes: field.refs({ to: 'assets.node', attrs: ['name'] }),
    nodes_display: field.list({ virtual: true, maxItem: 4096 }),
    protocols: field.nested({
      many: true,
      cell: ['name', 'port'],
      fields: {
        name: field.text({ required: true, max: 32 }),
        port: field.integer({ required: true, nullable: true, min: 0, max: 65535 }),
      },
    }),
    accounts: field.nested({ many: true, open: true, fields: {}, virtual: true, writeOnly: true }),
    labels: field.labels(),
    category: field.choice({ choices: categories, readOnly: true, filter: true }),
    type: field.choice({ choices: assetTypes, open: true, readOnly: true, filter: true }),
    connectivity: field.choice({ choices: ['-', 'ok', 'err'], default: '-', readOnly: true, noDiff: true }),
    auto_config: field.computed({ as: 'json', readOnly: true, noExport: true, noDiff: true }),
    spec_info: field.computed({ as: 'json', readOnly: true, on: 'retrieve', noDiff: true }),
    gathered_info: field.json({ readOnly: true, on: 'retrieve', noDiff: true }),
    is_active: field.boolean({ default: true, size: 'small', filter: true }),
    date_verified: field.datetime({ nullable: true, readOnly: true, noDiff: true }),
    comment: field.text({ multiline: true, size: 'small', search: 'contains', help: true }),
    date_updated: field.datetime({ hidden: true, nullable: true, noDiff: true }),
  },
  standard: ['created_by', 'date_created'],
  operations: ['list', 'retrieve', 'update', 'destroy'],
  unique: [['name']],
  indexes: [
    ['category', 'type'],
    ['address'],
    ['platform'],
    ['connectivity'],
    ['date_created'],
    ['date_updated'],
  ],
  order: ['name'],
  suggestions: 'assets.match_asset',
  list: {
    default: ['name', 'address', 'platform', 'connectivity', 'actions'],
    min: ['name', 'address', 'actions'],
    exclude: ['spec_info', 'auto_config'],
  },
  form: [
    ['basic', 'name', 'address', 'platform', 'nodes'],
    ['protocols', 'protocols'],
    ['accounts', 'accounts'],
    ['other', 'domain', 'labels', 'is_active', 'comment'],
  ],
  actions: {
    platformOf: { on: 'row', method: 'GET', path: 'platform', permission: 'assets.view_platform' },
    gatewaysOf: { on: 'row', method: 'GET', path: 'gateways', permission: 'assets.view_gateway' },
    syncPlatformProtocols: {
      on: 'collection',
      method: 'POST',
      path: 'sync-platform-protocols',
      permission: 'assets.change_asset',
    },
    permUsers: { on: 'row', method: 'GET', path: 'perm-users', permission: 'perms.view_assetpermission' },
    permUserGroups: {
      on: 'row',
      method: 'GET',
      path: 'perm-user-groups',
      permission: 'perms.view_assetpermission',
    },
    permUserPermissions: {
      on: 'row',
      method: 'GET',
      path: 'perm-users/:user/permissions',
      permission: 'perms.view_assetpermission',
    },
    permUserGroupPermissions: {
      on: 'row',
      method: 'GET',
      path: 'perm-user-groups/:group/permissions',
      permission: 'perms.view_assetpermission',
    },
  },
});
