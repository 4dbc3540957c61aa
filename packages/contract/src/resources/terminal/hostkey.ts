import { MOST_PORT } from '../../network/ports.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/**
 * An SSH host key of an asset; once an address and port have an active key, every later connection must match
 * one.
 */
export const hostkey = defineResource({
  app: 'terminal',
  name: 'hostkey',
  path: 'host-keys',
  scope: 'org',
  letsOrganizationGo: 'goes with its asset',
  label: 'fingerprint',
  fields: {
    asset: field.ref({
      to: 'assets.asset',
      attrs: ['name', 'address'],
      required: true,
      createOnly: true,
      onDelete: 'cascade',
      filter: true,
    }),
    address: field.text({ required: true, max: 767, createOnly: true, search: 'contains', filter: true }),
    port: field.integer({ required: true, min: 1, max: MOST_PORT, createOnly: true, filter: true }),
    key_type: field.text({ required: true, max: 64, createOnly: true, filter: true }),
    fingerprint: field.text({ required: true, max: 128, createOnly: true, search: 'contains', filter: true }),
    key: field.text({ required: true, max: 8192, multiline: true, createOnly: true }),
    accepted_by: field.text({ max: 128, nullable: true, readOnly: true }),
    is_active: field.boolean({ default: true, filter: true, help: true }),
    date_accepted: field.datetime({ nullable: true, readOnly: true }),
    date_last_seen: field.datetime({ nullable: true, readOnly: true, noDiff: true }),
  },
  standard: ['date_created', 'comment'],
  permissions: {
    view: 'assets.view_asset',
    add: 'assets.change_asset',
    change: 'assets.change_asset',
    delete: 'assets.change_asset',
  },
  undo: true,
  unique: [['asset', 'address', 'port', 'key_type', 'fingerprint']],
  order: ['-date_created'],
  list: {
    default: ['asset', 'address', 'port', 'key_type', 'fingerprint', 'is_active', 'actions'],
    min: ['asset', 'fingerprint', 'actions'],
  },
  form: [
    ['basic', 'asset', 'address', 'port', 'key_type', 'fingerprint', 'key', 'is_active'],
    ['other', 'comment'],
  ],
  actions: {
    accept: { on: 'row', method: 'POST', path: 'accept', permission: 'assets.change_asset' },
  },
  transfer: { import: false },
});
