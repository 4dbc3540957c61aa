import { planSchedule } from '../../automation/plan.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A plan that looks for the accounts that exist on machines (reference 04 §10). */
export const gatheraccountsautomation = defineResource({
  app: 'accounts',
  name: 'gatheraccountsautomation',
  path: 'gather-account-automations',
  scope: 'org',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    type: field.computed.of<string>()({ as: 'string', readOnly: true }),
    /** Clients of the protocol send it; a search finds all accounts. */
    accounts: field.list({ maxItem: 128, maxItems: 200, told: { type: 'json' } }),
    assets: field.refs({ to: 'assets.asset', attrs: ['name', 'address'] }),
    nodes: field.refs({ to: 'assets.node', attrs: ['full_value', 'name'] }),
    /** Whether accounts are created for what was found. */
    is_sync_account: field.boolean({ default: false, help: true }),
    /** Users who are told which accounts appeared and disappeared. */
    recipients: field.refs({ to: 'users.user', attrs: ['name'], help: true }),
    ...planSchedule({ isPeriodic: false }),
    is_active: field.boolean({ default: true }),
  },
  standard: ['created_by', 'date_created', 'date_updated', 'comment'],
  unique: [['name']],
  order: ['name'],
  list: {
    default: [
      'name',
      'nodes',
      'assets',
      'is_periodic',
      'periodic_display',
      'executed_amount',
      'is_active',
      'actions',
    ],
    min: ['name', 'actions'],
    exclude: ['accounts'],
  },
  form: [
    ['basic', 'name', 'assets', 'nodes'],
    ['timer', 'is_periodic', 'crontab', 'interval'],
    ['other', 'is_sync_account', 'recipients', 'is_active', 'comment'],
  ],
  console: {
    base: 'AccountGather',
    path: 'console/accounts/account-gather',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 330,
    licence: true,
  },
});
