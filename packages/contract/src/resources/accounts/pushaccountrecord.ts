import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** The journal of pushed accounts: records of changed secrets that were made by a push (decision 0456). */
export const pushaccountrecord = defineResource({
  app: 'accounts',
  name: 'pushaccountrecord',
  path: 'push-account-records',
  scope: 'org',
  label: 'account',
  variantOf: 'accounts.changesecretrecord',
  where: { kind: 'push_account' },
  // Pushes need no licence, which the permission to view records of changes does.
  permissions: { view: 'accounts.view_pushaccountexecution' },
  operations: ['list'],
  fields: {
    execution: field.ref({
      to: 'accounts.pushaccountexecution',
      attrs: ['name'],
      nullable: true,
      onDelete: 'setNull',
      readOnly: true,
      filter: true,
    }),
  },
  actions: {
    secret: {
      on: 'row',
      method: 'GET',
      path: 'secret',
      // With the permission to view, which the handler asks for: runs and records are for users who see no secret.
      permission: 'accounts.view_accountsecret',
      confirm: 'mfa',
    },
    execute: {
      on: 'collection',
      ofRows: true,
      method: 'POST',
      path: 'execute',
      permission: 'accounts.add_pushaccountexecution',
    },
  },
});
