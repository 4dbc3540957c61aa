import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A program that may fetch the secrets of some accounts, one at a time (decision 0473); its id is that of its key. */
export const integrationapplication = defineResource({
  app: 'accounts',
  name: 'integrationapplication',
  path: 'integration-applications',
  scope: 'org',
  label: 'name',
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    accounts: field.refs({ to: 'accounts.account', attrs: ['name', 'username', 'asset'], help: true }),
    assets: field.refs({ to: 'assets.asset', attrs: ['name', 'address'], help: true }),
    /** Names or usernames of accounts on these assets. */
    account_names: field.list({ maxItem: 128, maxItems: 200, help: true }),
    ip_group: field.ipGroup({ required: true, default: [], help: true }),
    is_active: field.boolean({ default: true }),
    date_expired: field.datetime({ nullable: true, help: true }),
    date_last_used: field.datetime({ nullable: true, readOnly: true, noDiff: true }),
    secret: field.secret({ hidden: true, noDiff: true }),
  },
  standard: ['comment', 'created_by', 'date_created', 'date_updated'],
  bulk: false,
  unique: [['name']],
  order: ['name'],
  confirm: { create: 'password' },
  list: {
    default: ['name', 'ip_group', 'is_active', 'date_expired', 'date_last_used', 'actions'],
    min: ['name', 'actions'],
  },
  form: [
    ['basic', 'name'],
    ['account', 'accounts', 'assets', 'account_names'],
    ['access', 'ip_group', 'date_expired', 'is_active'],
    ['other', 'comment'],
  ],
  actions: {
    renewSecret: {
      on: 'row',
      method: 'POST',
      path: 'renew-secret',
      permission: 'accounts.change_integrationapplication',
      confirm: 'password',
    },
  },
  transfer: { import: false },
  console: {
    base: 'IntegrationApplication',
    path: 'console/accounts/integration-applications',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 360,
  },
});
