import { planSchedule } from '../../automation/plan.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

const users = field.refs({ to: 'users.user', attrs: ['name'] });
const storages = field.refs({ to: 'terminal.replaystorage', attrs: ['name'] });

/** A plan by which the secrets of accounts are sent, encrypted, to users or to storages of other systems. */
export const accountbackupautomation = defineResource({
  app: 'accounts',
  name: 'accountbackupautomation',
  path: 'account-backup-plans',
  scope: 'org',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({ required: true, max: 128, size: 'mini', search: 'contains', filter: true }),
    /** Types of assets whose accounts are saved. */
    types: field.list({ maxItem: 128, maxItems: 200, told: { type: 'json' } }),
    backup_type: field.choice({ choices: ['email', 'object_storage'], default: 'email' }),
    is_password_divided_by_email: field.boolean({ default: true, help: true }),
    recipients_part_one: users,
    recipients_part_two: users,
    is_password_divided_by_obj_storage: field.boolean({ default: true, help: true }),
    obj_recipients_part_one: storages,
    obj_recipients_part_two: storages,
    zip_encrypt_password: field.secret({ max: 40960, nullable: true, writeOnly: true, help: true }),
    ...planSchedule({ isPeriodic: true }),
    /** Whether both parts had receivers when the plan was saved: then neither ever gets the whole. */
    is_divided: field.boolean({ default: false, hidden: true, noDiff: true }),
  },
  standard: ['created_by', 'date_created', 'date_updated', 'comment'],
  unique: [['name']],
  order: ['name'],
  list: {
    default: ['name', 'is_periodic', 'periodic_display', 'executed_amount', 'actions'],
    min: ['name', 'actions'],
  },
  form: [
    ['basic', 'name'],
    ['types', 'types'],
    [
      'backup',
      'backup_type',
      'is_password_divided_by_email',
      'recipients_part_one',
      'recipients_part_two',
      'is_password_divided_by_obj_storage',
      'obj_recipients_part_one',
      'obj_recipients_part_two',
      'zip_encrypt_password',
    ],
    ['timer', 'is_periodic', 'crontab', 'interval'],
    ['other', 'comment'],
  ],
  console: {
    base: 'AccountBackupPlan',
    path: 'console/accounts/account-backup',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 350,
    licence: true,
  },
});
