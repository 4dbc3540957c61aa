import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/**
 * Account templates with readable secrets; every read is logged and, unless the settings waive it, requires a
 * confirmation.
 */
export const accounttemplatesecret = defineResource({
  app: 'accounts',
  name: 'accounttemplatesecret',
  path: 'account-template-secrets',
  scope: 'org',
  label: 'name',
  variantOf: 'accounts.accounttemplate',
  permissions: { view: 'accounts.view_accounttemplatesecret' },
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
  actions: {},
  transfer: { import: false },
});
