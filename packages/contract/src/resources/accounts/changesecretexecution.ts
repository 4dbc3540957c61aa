import type { MethodParams } from '../../assets/automationMethods.ts';
import { changeKinds, planStates, planTriggers } from '../../automation/plan.ts';
import type { Message } from '../../errors.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** The plan as it was when it ran, without its secret (reference 04 §7.2). */
export type ChangeSecretSnapshot = {
  type: { value: string; label: string };
  name: string;
  comment: string;
  accounts: string[];
  node_amount: number;
  asset_amount: number;
  params: MethodParams;
};

/** A run of a secret change plan; its id is that of the background task. */
export const changesecretexecution = defineResource({
  app: 'accounts',
  name: 'changesecretexecution',
  path: 'change-secret-executions',
  scope: 'org',
  letsOrganizationGo: 'goes with its plan',
  label: 'name',
  where: { kind: 'change_secret' },
  sizes: [],
  fields: {
    /** Name of the plan when it ran. */
    name: field.text({ max: 128, readOnly: true, size: 'mini', search: 'contains', order: false }),
    automation: field.ref({
      to: 'accounts.changesecretautomation',
      plain: true,
      required: true,
      onDelete: 'cascade',
      readOnly: true,
      told: { type: 'field', readOnly: false },
    }),
    kind: field.choice({ choices: changeKinds, default: 'change_secret', hidden: true, noDiff: true }),
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
    snapshot: field.json.of<ChangeSecretSnapshot>()({
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
    stop: { on: 'row', method: 'POST', path: 'stop', permission: 'accounts.add_changesecretexecution' },
  },
  transfer: { import: false },
  console: {
    base: 'AccountChangeSecretExecution',
    path: 'console/accounts/account-change-secret/executions',
    pages: ['list', 'retrieve'],
    order: 341,
    under: 'console/accounts/account-change-secret',
    licence: true,
  },
});
