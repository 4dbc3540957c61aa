import { actionBits, actionTree } from '../../permissions/actionBits.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

const derived = { readOnly: true, size: 'small' } as const;

/**
 * Grants users and groups access to assets: as which accounts, over which protocols, for which actions and
 * how long.
 */
export const assetpermission = defineResource({
  app: 'perms',
  name: 'assetpermission',
  path: 'asset-permissions',
  scope: 'org',
  label: 'name',
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    users: field.refs({ to: 'users.user', on: 'retrieve' }),
    user_groups: field.refs({ to: 'users.usergroup', on: 'retrieve' }),
    assets: field.refs({ to: 'assets.asset', on: 'retrieve' }),
    nodes: field.refs({ to: 'assets.node', attrs: ['name'], on: 'retrieve' }),
    users_amount: field.amount({ of: 'users', on: 'list', readOnly: true }),
    user_groups_amount: field.amount({ of: 'user_groups', on: 'list', readOnly: true }),
    assets_amount: field.amount({ of: 'assets', on: 'list', readOnly: true }),
    nodes_amount: field.amount({ of: 'nodes', on: 'list', readOnly: true }),
    accounts: field.list({ size: 'small', help: true }),
    protocols: field.list({ default: ['all'], maxItem: 32, size: 'small' }),
    actions: field.bits({ bits: actionBits, tree: actionTree, default: actionBits, size: 'small' }),
    labels: field.labels(),
    is_active: field.boolean({ default: true, size: 'small' }),
    is_expired: field.computed({ as: 'boolean', ...derived }),
    is_valid: field.computed({ as: 'boolean', ...derived }),
    from_ticket: field.boolean({ default: false, ...derived, filter: true }),
    date_start: field.datetime({ default: 'now', size: 'small' }),
    date_expired: field.datetime({ default: 'never', size: 'small' }),
    /** The latest session through it, as of last night; null: none is known. */
    date_last_used: field.datetime({ nullable: true, readOnly: true, noDiff: true, help: true }),
  },
  filters: [
    'user_id',
    'username',
    'user_group_id',
    'user_group',
    'node_id',
    'node_name',
    'asset_id',
    'asset_name',
    'address',
    'ip',
    'accounts',
    'account_id',
    'expires_within',
    'is_valid',
    'is_effective',
  ],
  standard: ['created_by', 'date_created', 'comment'],
  small: ['created_by', 'date_created', 'comment'],
  undo: true,
  unique: [['name']],
  indexes: [['date_expired']],
  order: ['name'],
  relations: {
    users: 'asset-permissions-users-relations',
    user_groups: 'asset-permissions-user-groups-relations',
    assets: 'asset-permissions-assets-relations',
    nodes: 'asset-permissions-nodes-relations',
  },
  list: {
    default: [
      'name',
      'users_amount',
      'user_groups_amount',
      'assets_amount',
      'nodes_amount',
      'accounts',
      'is_valid',
      'actions',
    ],
    min: ['name', 'actions'],
  },
  form: [
    ['basic', 'name'],
    ['user', 'users', 'user_groups'],
    ['asset', 'assets', 'nodes'],
    ['account', 'accounts'],
    ['protocol', 'protocols'],
    ['action', 'actions'],
    ['other', 'labels', 'is_active', 'date_start', 'date_expired', 'comment'],
  ],
  actions: {
    allUsers: {
      on: 'row',
      method: 'GET',
      path: 'users/all',
      permission: 'users.view_user',
      shows: { columns: { user: 'string', user_display: 'string' } },
    },
    allAssets: {
      on: 'row',
      method: 'GET',
      path: 'assets/all',
      permission: 'assets.view_asset',
      shows: { columns: { asset: 'string', asset_display: 'string' } },
    },
    accountsOf: {
      on: 'row',
      method: 'GET',
      path: 'accounts',
      permission: 'accounts.view_account',
      shows: { rows: 'accounts.account' },
    },
  },
  console: {
    base: 'AssetPermission',
    path: 'console/perms/asset-permissions',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 400,
  },
});
