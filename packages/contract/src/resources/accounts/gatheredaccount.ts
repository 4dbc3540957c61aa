import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** An account that was found on a machine (reference 04 §6). */
export const gatheredaccount = defineResource({
  app: 'accounts',
  name: 'gatheredaccount',
  path: 'gathered-accounts',
  scope: 'org',
  letsOrganizationGo: 'goes with its asset',
  label: 'username',
  sizes: [],
  fields: {
    asset: field.ref({
      to: 'assets.asset',
      attrs: ['name', 'address', 'type', 'category', 'platform', 'auto_config'],
      required: true,
      createOnly: true,
      requiredToReplace: true,
      onDelete: 'cascade',
      told: {
        type: 'nested object',
        like: { resource: 'assets.asset', fields: ['name', 'address', 'type', 'category', 'auto_config'] },
        fields: { id: field.uuid(), platform: field.ref({ to: 'assets.platform', readOnly: true }) },
      },
    }),
    username: field.text({ required: true, max: 32, size: 'mini', search: 'contains', filter: true }),
    /** Whether the latest search found it. */
    present: field.boolean({ default: true, size: 'small', filter: true }),
    date_last_login: field.datetime({ nullable: true, size: 'small' }),
    address_last_login: field.text({ max: 39, size: 'small' }),
    /** Whether an account of the asset has this username. */
    has_account: field.computed({ as: 'boolean', readOnly: true, size: 'small' }),
    /** The run that saw it appear or disappear last. */
    changed_by: field.uuid({ nullable: true, hidden: true, noDiff: true }),
  },
  filters: ['asset_id', 'asset_name', 'node_id', 'has_account'],
  standard: ['date_updated'],
  unique: [['username', 'asset']],
  indexes: [['changed_by']],
  order: ['username'],
  list: {
    default: [
      'username',
      'asset',
      'has_account',
      'present',
      'date_last_login',
      'address_last_login',
      'date_updated',
      'actions',
    ],
    min: ['username', 'actions'],
  },
  actions: {
    syncAccounts: {
      on: 'collection',
      ofRows: true,
      method: 'POST',
      path: 'sync-accounts',
      permission: 'accounts.add_gatheredaccount',
    },
  },
  console: {
    base: 'GatheredAccount',
    path: 'console/accounts/account-gather/accounts',
    pages: ['list'],
    order: 332,
    under: 'console/accounts/account-gather',
    licence: true,
  },
});
