import { secretTypes } from '../../assets/secretTypes.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A template from which accounts on many assets are created. */
export const accounttemplate = defineResource({
  app: 'accounts',
  name: 'accounttemplate',
  path: 'account-templates',
  scope: 'org',
  letsOrganizationGo: 'not counted by the reference system',
  label: 'name',
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    username: field.text({ max: 128, size: 'mini', search: 'contains', filter: true, help: true }),
    secret_type: field.choice({ choices: secretTypes, default: 'password', size: 'small' }),
    secret_strategy: field.choice({ choices: ['specific', 'random'], default: 'specific' }),
    password_rules: field.nested({
      fields: {
        length: field.integer({ default: 16, min: 8, max: 30 }),
        lowercase: field.boolean({ default: true }),
        uppercase: field.boolean({ default: true }),
        digit: field.boolean({ default: true }),
        symbol: field.boolean({ default: true }),
        exclude_symbols: field.text({ max: 16 }),
      },
    }),
    secret: field.secret({ max: 40960, nullable: true, writeOnly: true, size: 'small' }),
    passphrase: field.text({ max: 512, virtual: true, writeOnly: true, size: 'small' }),
    spec_info: field.computed.of<{ ssh_key_fingerprint?: string }>()({
      as: 'json',
      readOnly: true,
      size: 'small',
    }),
    ssh_key_fingerprint: field.text({ max: 64, nullable: true, hidden: true }),
    su_from: field.ref({
      to: 'accounts.accounttemplate',
      attrs: ['name', 'username'],
      nullable: true,
      onDelete: 'setNull',
    }),
    platforms: field.refs({ to: 'assets.platform' }),
    push_params: field.json({}),
    labels: field.labels(),
    has_secret: field.computed({ as: 'boolean', readOnly: true }),
    privileged: field.boolean({ default: false, size: 'small' }),
    auto_push: field.boolean({ default: false, help: true }),
    is_active: field.boolean({ default: true, size: 'small' }),
    checkout_required: field.boolean({ default: false, help: true }),
    checkout_minutes: field.integer({ default: 60, min: 5, max: 10_080, help: true }),
  },
  filters: ['protocols'],
  standard: ['created_by', 'updated_by', 'date_created', 'date_updated', 'comment'],
  undo: true,
  unique: [['name']],
  order: ['name'],
  list: {
    default: ['name', 'username', 'secret_type', 'has_secret', 'privileged', 'actions'],
    min: ['name', 'username', 'actions'],
    exclude: ['spec_info'],
  },
  form: [
    ['basic', 'name', 'username', 'privileged', 'su_from'],
    ['secret', 'secret_type', 'secret_strategy', 'password_rules', 'secret', 'passphrase'],
    ['autoPush', 'auto_push', 'platforms', 'push_params'],
    ['checkout', 'checkout_required', 'checkout_minutes'],
    ['other', 'is_active', 'labels', 'comment'],
  ],
  actions: {
    suFromTemplates: {
      on: 'collection',
      method: 'GET',
      path: 'su-from-account-templates',
      permission: 'accounts.view_accounttemplate',
      shows: { rows: 'accounts.accounttemplate' },
    },
    syncRelatedAccounts: {
      on: 'row',
      method: 'PATCH',
      path: 'sync-related-accounts',
      permission: 'accounts.change_account',
    },
  },
  console: {
    base: 'AccountTemplate',
    path: 'console/accounts/account-template',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 320,
  },
});
