import { planStates, planTriggers } from '../../automation/plan.ts';
import type { Message } from '../../errors.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A receiver as a run noted it. */
type Noted = { id: string; name: string };

/** What a plan said when it ran, without its password. */
export type BackupSnapshot = {
  name: string;
  types: string[];
  backup_type: string;
  is_password_divided_by_email: boolean;
  is_password_divided_by_obj_storage: boolean;
  recipients_part_one: Noted[];
  recipients_part_two: Noted[];
  obj_recipients_part_one: Noted[];
  obj_recipients_part_two: Noted[];
  is_periodic: boolean;
  crontab: string | null;
  interval: number | null;
  comment: string;
};

/** A run of a backup plan; its id is that of the background task. */
export const accountbackupexecution = defineResource({
  app: 'accounts',
  name: 'accountbackupexecution',
  path: 'account-backup-plan-executions',
  scope: 'org',
  letsOrganizationGo: 'goes with its plan',
  label: 'name',
  sizes: [],
  toldIdReadOnly: true,
  fields: {
    /** Name of the plan when it ran. */
    name: field.text({ max: 128, readOnly: true, search: 'contains', order: false }),
    plan: field.ref({
      to: 'accounts.accountbackupautomation',
      plain: true,
      required: true,
      onDelete: 'cascade',
      readOnly: true,
      told: { type: 'field', required: true, readOnly: false },
    }),
    trigger: field.choice({
      choices: planTriggers,
      default: 'manual',
      readOnly: true,
      search: 'exact',
      filter: true,
    }),
    status: field.choice({ choices: planStates, default: 'pending', readOnly: true, filter: true }),
    date_start: field.datetime({ default: 'now', readOnly: true }),
    timedelta: field.float({ default: 0, readOnly: true }),
    is_success: field.boolean({ default: false, readOnly: true }),
    reason: field.computed.of<string>()({ as: 'string', readOnly: true }),
    progress: field.computed.of<number | null>()({ as: 'integer', readOnly: true }),
    snapshot: field.json.of<BackupSnapshot>()({ readOnly: true, noDiff: true, order: false, noExport: true }),
    /** Why it did not succeed. */
    failures: field.json.of<Message[]>()({ hidden: true, noDiff: true }),
    /** Receivers that have their file. */
    delivered: field.list({ hidden: true, noDiff: true }),
  },
  filters: ['plan_id', 'plan__name'],
  operations: ['list', 'retrieve', 'create'],
  bulk: false,
  indexes: [['plan', 'date_start']],
  order: ['-date_start'],
  list: {
    default: ['name', 'status', 'trigger', 'date_start', 'timedelta', 'reason', 'actions'],
    min: ['name', 'actions'],
    exclude: ['snapshot', 'plan'],
  },
  actions: {
    stop: {
      on: 'row',
      method: 'POST',
      path: 'stop',
      permission: 'accounts.add_accountbackupexecution',
    },
  },
  transfer: { import: false },
  console: {
    base: 'AccountBackupPlanExecution',
    path: 'console/accounts/account-backup/executions',
    pages: ['list', 'retrieve'],
    order: 351,
    under: 'console/accounts/account-backup',
    licence: true,
  },
});
