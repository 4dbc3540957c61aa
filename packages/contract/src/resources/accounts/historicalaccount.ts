import { secretTypes } from '../../assets/secretTypes.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A secret of an account, current or earlier; read through its account. */
export const historicalaccount = defineResource({
  app: 'accounts',
  name: 'historicalaccount',
  path: 'historical-accounts',
  scope: 'org',
  letsOrganizationGo: 'goes with its account',
  id: 'integer',
  label: 'version',
  fields: {
    account: field.ref({ to: 'accounts.account', onDelete: 'cascade', hidden: true }),
    secret: field.text({ max: 40960, encrypted: true, nullable: true, readOnly: true }),
    secret_type: field.choice({ choices: secretTypes, default: 'password', readOnly: true }),
    version: field.integer({ default: 1, readOnly: true }),
    history_user: field.ref({
      to: 'users.user',
      plain: true,
      nullable: true,
      readOnly: true,
      onDelete: 'setNull',
    }),
    history_date: field.datetime({ default: 'now', readOnly: true }),
  },
  operations: [],
  permissions: { view: 'accounts.view_accountsecret' },
  order: ['-history_date'],
  list: { default: ['secret', 'version', 'history_date'], min: ['version', 'history_date'] },
  audited: false,
  transfer: { export: false, import: false },
});
