import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A password for a single sign-in within a few minutes. */
export const temptoken = defineResource({
  app: 'authentication',
  name: 'temptoken',
  path: 'temp-tokens',
  scope: 'global',
  label: 'username',
  sizes: [],
  fields: {
    username: field.text({ max: 128, readOnly: true }),
    secret: field.text({ max: 64, encrypted: true, readOnly: true, noDiff: true }),
    verified: field.boolean({ default: false, readOnly: true, noDiff: true }),
    is_valid: field.computed({ as: 'boolean', readOnly: true }),
    date_verified: field.datetime({ nullable: true, readOnly: true, noDiff: true }),
    date_expired: field.datetime({ readOnly: true }),
  },
  standard: ['date_created', 'date_updated'],
  mentions: { id: field.uuid({ readOnly: true }) },
  operations: ['list', 'retrieve', 'create'],
  mentionedMethods: ['PATCH'],
  bulk: false,
  order: ['-date_created'],
  list: {
    default: ['username', 'secret', 'date_expired', 'date_verified', 'is_valid', 'actions'],
    min: ['secret', 'actions'],
  },
  actions: {
    expire: { on: 'row', method: 'PATCH', path: 'expire', permission: 'authentication.change_temptoken' },
  },
  transfer: { export: false, import: false },
  console: {
    base: 'TempPassword',
    path: 'profile/temp-password',
    pages: ['list'],
    order: 110,
    icon: 'key',
    names: { list: 'TempPassword' },
    setting: 'AUTH_TEMP_TOKEN',
  },
});
