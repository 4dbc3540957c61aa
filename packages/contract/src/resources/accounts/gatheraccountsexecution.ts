import { type PlanSnapshot, planStates, planTriggers } from '../../automation/plan.ts';
import type { Message } from '../../errors.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A run of a plan that looks for accounts; its id is that of the background task. */
export const gatheraccountsexecution = defineResource({
  app: 'accounts',
  name: 'gatheraccountsexecution',
  path: 'gather-account-executions',
  scope: 'org',
  letsOrganizationGo: 'goes with its plan',
  label: 'name',
  sizes: [],
  fields: {
    /** Name of the plan when it ran. */
    name: field.text({ max: 128, readOnly: true, size: 'mini', search: 'contains', order: false }),
    automation: field.ref({
      to: 'accounts.gatheraccountsautomation',
      plain: true,
      required: true,
      onDelete: 'cascade',
      readOnly: true,
      told: { type: 'field', readOnly: false },
    }),
    trigger: field.choice({
      choices: planTriggers,
      default: 'manual',
      readOnly: true,
      search: 'exact',
      filter: true,
    }),
    status: field.choice({
      choices: planStates,
      default: 'pending',
      readOnly: true,
      filter: true,
      plain: true,
      told: { type: 'string' },
    }),
    date_start: field.datetime({ default: 'now', readOnly: true }),
    date_finished: field.datetime({ nullable: true, readOnly: true }),
    reason: field.computed.of<string>()({ as: 'string', readOnly: true }),
    snapshot: field.json.of<PlanSnapshot>()({
      told: { type: 'field' },
      readOnly: true,
      noDiff: true,
      order: false,
      noExport: true,
    }),
    /** Why it did not succeed. */
    failures: field.json.of<Message[]>()({ hidden: true, noDiff: true }),
  },
  filters: ['automation_id', 'automation__name'],
  operations: ['list', 'retrieve', 'create'],
  bulk: false,
  indexes: [['automation', 'date_start']],
  order: ['-date_start'],
  list: {
    default: ['name', 'status', 'trigger', 'date_start', 'date_finished', 'reason', 'actions'],
    min: ['name', 'actions'],
    exclude: ['snapshot', 'automation'],
  },
  actions: {
    stop: { on: 'row', method: 'POST', path: 'stop', permission: 'accounts.add_gatheraccountsexecution' },
  },
  transfer: { import: false },
  console: {
    base: 'AccountGatherExecution',
    path: 'console/accounts/account-gather/executions',
    pages: ['list', 'retrieve'],
    order: 331,
    under: 'console/accounts/account-gather',
    licence: true,
  },
});
