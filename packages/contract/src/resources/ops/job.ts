import { planSchedule } from '../../automation/plan.ts';
import type { ApprovalState } from '../../ops/jobApprovals.ts';
import { canaryNexts, jobModules, jobTypes, MOST_JOB_ASSETS, runAsPolicies } from '../../ops/jobs.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** A command or a playbook for many machines, run at once, repeatedly, or by a schedule; private to its user (reference 06 §A.2). */
export const job = defineResource({
  app: 'ops',
  name: 'job',
  path: 'jobs',
  scope: 'org',
  letsOrganizationGo: 'private to its creator',
  label: 'name',
  sizes: [],
  toldIdReadOnly: true,
  fields: {
    creator: field.ref({ to: 'users.user', plain: true, readOnly: true, onDelete: 'cascade', noDiff: true }),
    name: field.text({ max: 128, search: 'contains', filter: true, size: 'mini' }),
    instant: field.boolean({ default: false }),
    type: field.choice({ choices: jobTypes, default: 'adhoc' }),
    module: field.choice({ choices: jobModules, default: 'shell' }),
    /** A command needs it, a playbook has none. */
    args: field.text({ max: 8192, multiline: true }),
    playbook: field.ref({ to: 'ops.playbook', nullable: true, onDelete: 'protect' }),
    /** Ids of assets that the creator may use. */
    assets: field.list({ maxItem: 36, maxItems: MOST_JOB_ASSETS, told: { type: 'field' } }),
    /** Ids of nodes, `favorite` or `ungrouped`: a new job gets the assets that the creator may use there. */
    nodes: field.list({ maxItem: 36, maxItems: 1000, virtual: true, writeOnly: true }),
    runas: field.text({ max: 128, default: 'root', help: true }),
    runas_policy: field.choice({ choices: runAsPolicies, default: 'skip' }),
    use_parameter_define: field.boolean({ default: false }),
    parameters_define: field.json({}),
    timeout: field.integer({ min: -1, max: 86_400, default: -1, help: true }),
    chdir: field.text({ max: 1024 }),
    /** A number of machines that come first, or a share such as `10%`. */
    canary: field.text({ max: 8, help: true }),
    canary_next: field.choice({ choices: canaryNexts, default: 'user', help: true }),
    /** How many machines come at a time after them. */
    batch: field.text({ max: 8, help: true }),
    comment: field.text({ max: 1024, multiline: true, search: 'contains' }),
    ...planSchedule({ isPeriodic: true }),
    run_after_save: field.boolean({ default: false, virtual: true }),
    /** Number of runs, and how many of them succeeded. */
    summary: field.computed.of<{ total: number; success: number }>()({
      as: 'json',
      readOnly: true,
      told: { type: 'field' },
    }),
    average_time_cost: field.computed.of<number>()({
      as: 'integer',
      readOnly: true,
      told: { type: 'field' },
    }),
    date_last_run: field.computed.of<string | null>()({ as: 'datetime', readOnly: true }),
    /** What became of the request to let its schedule run; null if none was needed (decision 0470). */
    approval: field.computed.of<ApprovalState | null>()({ as: 'string', readOnly: true }),
    /** Id of the run started by saving the job. */
    task_id: field.computed.of<string | null>()({ as: 'string', readOnly: true }),
    version: field.integer({ default: 1, hidden: true, noDiff: true }),
  },
  standard: ['date_created', 'date_updated'],
  unique: [['name', 'creator']],
  order: ['date_created'],
  list: {
    default: ['name', 'type', 'average_time_cost', 'summary', 'comment', 'date_last_run', 'actions'],
    min: ['name', 'actions'],
  },
  form: [
    ['basic', 'name'],
    ['task', 'type', 'module', 'args', 'playbook', 'chdir', 'timeout'],
    ['asset', 'assets', 'runas', 'runas_policy'],
    ['stages', 'canary', 'canary_next', 'batch'],
    ['plan', 'run_after_save', 'is_periodic', 'crontab', 'interval'],
    ['other', 'comment'],
  ],
  transfer: { export: false, import: false },
  console: {
    base: 'Job',
    path: 'workbench/ops/job',
    pages: ['list', 'create', 'update', 'retrieve'],
    order: 32,
    setting: 'SECURITY_COMMAND_EXECUTION',
  },
});
