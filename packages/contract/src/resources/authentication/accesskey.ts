import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** An id and a secret with which a program signs requests for its owner; the secret is shown only once. */
export const accesskey = defineResource({
  app: 'authentication',
  name: 'accesskey',
  path: 'access-keys',
  scope: 'global',
  label: 'id',
  sizes: [],
  fields: {
    ip_group: field.ipGroup({ default: ['*'], help: true }),
    is_active: field.boolean({ default: true }),
    date_last_used: field.datetime({ nullable: true, readOnly: true, noDiff: true }),
    user: field.ref({ to: 'users.user', onDelete: 'cascade', hidden: true, noDiff: true }),
    secret: field.secret({ hidden: true, noDiff: true }),
  },
  mentions: { id: field.uuid({ readOnly: true }), secret: field.text() },
  standard: ['date_created'],
  bulk: false,
  confirm: { create: 'password' },
  order: ['-date_created'],
  list: {
    default: ['id', 'ip_group', 'is_active', 'date_created', 'date_last_used', 'actions'],
    min: ['id', 'actions'],
  },
  form: [['basic', 'ip_group', 'is_active']],
  transfer: { export: false, import: false },
  console: {
    base: 'ApiKey',
    path: 'profile/api-keys',
    pages: ['list', 'update'],
    order: 100,
    icon: 'api',
    names: { list: 'ApiKey' },
  },
});
