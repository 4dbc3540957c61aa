import { treeColumns } from '../../call/treeColumns.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A branch of an organization's asset tree. */
export const node = defineResource({
  app: 'assets',
  name: 'node',
  path: 'nodes',
  scope: 'org',
  label: 'value',
  sizes: [],
  fields: {
    key: field.text({ max: 64, readOnly: true, filter: true, noDiff: true }),
    value: field.text({ max: 128, size: 'mini', filter: true }),
    name: field.computed({ as: 'string', readOnly: true }),
    full_value: field.text({ max: 4096, size: 'mini', search: 'contains' }),
    parent_key: field.text({ max: 64, hidden: true, noDiff: true }),
    child_mark: field.integer({ hidden: true, default: 0, noDiff: true }),
    assets_amount: field.integer({ hidden: true, default: 0, noDiff: true }),
  },
  unique: [['key'], ['parent_key', 'value']],
  order: ['parent_key', 'value'],
  suggestions: 'assets.match_node',
  list: { default: ['full_value', 'key', 'actions'], min: ['full_value', 'actions'] },
  form: [['basic', 'value', 'full_value']],
  actions: {
    children: {
      on: 'row',
      method: 'GET',
      path: 'children',
      permission: 'assets.view_node',
      shows: { rows: 'assets.node', also: ['POST'] },
    },
    createChild: { on: 'row', method: 'POST', path: 'children', permission: 'assets.add_node' },
    moveChildren: {
      on: 'row',
      method: 'PUT',
      also: 'PATCH',
      path: 'children/add',
      permission: 'assets.change_node',
    },
    childrenOf: {
      on: 'collection',
      method: 'GET',
      path: 'children',
      permission: 'assets.view_node',
      shows: { rows: 'assets.node', also: ['POST'] },
    },
    createChildOf: { on: 'collection', method: 'POST', path: 'children', permission: 'assets.add_node' },
    tree: {
      on: 'collection',
      method: 'GET',
      path: 'children/tree',
      permission: 'assets.view_node',
      shows: { rows: 'assets.node', also: ['POST'] },
    },
    categoryTree: {
      on: 'collection',
      method: 'GET',
      path: 'category/tree',
      permission: 'assets.view_asset',
      shows: treeColumns,
    },
    assets: {
      on: 'row',
      method: 'GET',
      path: 'assets',
      permission: 'assets.view_asset',
      shows: { rows: 'assets.asset' },
    },
    addAssets: { on: 'row', method: 'PUT', path: 'assets/add', permission: 'assets.change_assetnodes' },
    removeAssets: {
      on: 'row',
      method: 'PUT',
      path: 'assets/remove',
      permission: 'assets.change_assetnodes',
    },
    moveAssets: {
      on: 'row',
      method: 'PUT',
      path: 'assets/replace',
      permission: 'assets.change_assetnodes',
    },
    tasks: {
      on: 'row',
      method: 'POST',
      path: 'tasks',
      permission: 'assets.refresh_assethardwareinfo|assets.test_assetconnectivity',
    },
  },
  transfer: { export: true, import: true },
});
