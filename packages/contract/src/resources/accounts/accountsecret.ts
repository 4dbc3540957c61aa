import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/**
 * Accounts with readable secrets; every read is logged and, unless the settings waive it, requires a
 * confirmation.
 */
export const accountsecret = defineResource({
  app: 'accounts',
  name: 'accountsecret',
  path: 'account-secrets',
  scope: 'org',
  label: 'name',
  variantOf: 'accounts.account',
  permissions: { view: 'accounts.view_accountsecret' },
  confirm: { list: 'mfa', retrieve: 'mfa' },
  operations: ['list', 'retrieve'],
  fields: {
    secret: field.text({
      max: 40960,
      encrypted: true,
      nullable: true,
      readOnly: true,
      size: 'small',
      noDiff: true,
    }),
  },
  actions: {
    histories: {
      on: 'row',
      method: 'GET',
      path: 'histories',
      permission: 'accounts.view_accountsecret',
      confirm: 'mfa',
      shows: {
        rows: 'accounts.historicalaccount',
        fields: ['id', 'secret', 'secret_type', 'version', 'history_date', 'history_user'],
      },
    },
  },
  transfer: { import: false },
});
