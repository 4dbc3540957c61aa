import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** How a request of an application ended. */
export const integrationResults = [
  'success',
  'signature',
  'address',
  'inactive',
  'expired',
  'replayed',
  'throttled',
  'not_allowed',
  'withheld',
  'no_secret',
] as const;

/** What applications asked for, from where, and what came of it. */
export const integrationlog = defineResource({
  app: 'accounts',
  name: 'integrationlog',
  path: 'integration-application-logs',
  scope: 'org',
  letsOrganizationGo: 'evidence',
  label: 'application_name',
  sizes: [],
  fields: {
    application: field.ref({
      to: 'accounts.integrationapplication',
      attrs: ['name'],
      nullable: true,
      onDelete: 'setNull',
      readOnly: true,
      filter: true,
    }),
    application_name: field.text({ max: 128, readOnly: true, search: 'contains' }),
    remote_addr: field.text({ max: 128, readOnly: true, search: 'contains', filter: true }),
    /** As asked. */
    asset: field.text({ max: 256, readOnly: true, search: 'contains' }),
    account: field.text({ max: 256, readOnly: true, search: 'contains' }),
    result: field.choice({ choices: integrationResults, default: 'success', readOnly: true, filter: true }),
    datetime: field.datetime({ default: 'now', readOnly: true }),
  },
  filters: ['application_id'],
  operations: ['list'],
  bulk: false,
  range: 'datetime',
  indexes: [['datetime'], ['application', 'datetime']],
  order: ['-datetime'],
  list: {
    default: ['datetime', 'application_name', 'remote_addr', 'asset', 'account', 'result'],
    min: ['datetime', 'result'],
  },
  audited: false,
  transfer: { import: false },
});
