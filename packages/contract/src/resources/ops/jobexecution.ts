import type { Message } from '../../errors.ts';
import { type JobSnapshot, jobStates } from '../../ops/jobs.ts';
import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** The outcome for each machine of a run, by name (reference 06 §A.3). */
export type JobSummary = {
  ok?: string[];
  failures?: Record<string, string>;
  dark?: Record<string, string>;
  skipped?: string[];
  excludes?: Record<string, string>;
  error?: string;
};

/** A run of a job; its id is that of the background task. */
export const jobexecution = defineResource({
  app: 'ops',
  name: 'jobexecution',
  path: 'job-executions',
  scope: 'org',
  letsOrganizationGo: 'private to its creator',
  label: 'material',
  sizes: [],
  toldIdReadOnly: true,
  fields: {
    creator: field.ref({ to: 'users.user', plain: true, readOnly: true, onDelete: 'cascade', noDiff: true }),
    job: field.ref({
      to: 'ops.job',
      nullable: true,
      required: true,
      onDelete: 'setNull',
      filter: true,
      told: { required: false },
    }),
    job_type: field.text({ max: 16, readOnly: true, told: { type: 'field' } }),
    /** Module and command. */
    material: field.text({
      max: 9000,
      readOnly: true,
      size: 'mini',
      search: 'contains',
      told: { type: 'field' },
    }),
    parameters: field.json({ order: false }),
    task_id: field.computed.of<string>()({ as: 'string', readOnly: true }),
    status: field.choice({
      choices: jobStates,
      default: 'running',
      readOnly: true,
      filter: true,
      plain: true,
    }),
    is_finished: field.computed.of<boolean>()({ as: 'boolean', readOnly: true, told: { type: 'field' } }),
    is_success: field.computed.of<boolean>()({ as: 'boolean', readOnly: true, told: { type: 'field' } }),
    /** Whether it waits for its user to continue (decision 0452). */
    is_paused: field.computed.of<boolean>()({ as: 'boolean', readOnly: true }),
    time_cost: field.computed.of<number>()({ as: 'integer', readOnly: true, told: { type: 'field' } }),
    timedelta: field.computed.of<string | null>()({
      as: 'string',
      readOnly: true,
      told: { type: 'field' },
    }),
    summary: field.computed.of<JobSummary>()({ as: 'json', readOnly: true }),
    date_start: field.datetime({ nullable: true, readOnly: true }),
    date_finished: field.datetime({ nullable: true, readOnly: true }),
    definition: field.json.of<JobSnapshot>()({ hidden: true, noDiff: true }),
    /** Why the run as a whole did not succeed. */
    failure: field.json.of<Message>()({ nullable: true, hidden: true, noDiff: true }),
    /** Address from which the run was started; empty for a scheduled run. */
    remote_addr: field.text({ max: 128, hidden: true, noDiff: true }),
  },
  filters: ['job_id'],
  standard: ['date_created'],
  operations: ['list', 'retrieve', 'create'],
  bulk: false,
  order: ['-date_created'],
  indexes: [['date_created'], ['job', 'date_created'], ['creator', 'date_created']],
  list: {
    default: ['id', 'job', 'material', 'is_finished', 'is_success', 'time_cost', 'date_created', 'actions'],
    min: ['id', 'actions'],
    exclude: ['parameters', 'summary', 'task_id', 'timedelta', 'is_paused'],
  },
  transfer: { export: false, import: false },
  console: {
    base: 'Execution',
    path: 'workbench/ops/executions',
    pages: ['list', 'retrieve'],
    order: 50,
    setting: 'SECURITY_COMMAND_EXECUTION',
  },
});
