import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** State of a run; `interrupted` means that its server stopped or died, and no retry was left. */
export const runStates = ['queued', 'running', 'done', 'failed', 'stopped', 'interrupted'] as const;

// Only `task` starts a run; clients of the protocol are told of more (docs/decisions/0228).
const offered = { readOnly: false } as const;
const demanded = { required: true, readOnly: false } as const;

/** A run of a background task, with what it reported. */
export const celerytaskexecution = defineResource({
  app: 'ops',
  name: 'celerytaskexecution',
  path: 'task-executions',
  scope: 'global',
  label: 'name',
  sizes: [],
  fields: {
    name: field.text({
      max: 128,
      readOnly: true,
      search: 'exact',
      filter: true,
      size: 'mini',
      told: demanded,
    }),
    task_name: field.computed({ as: 'string', readOnly: true }),
    args: field.computed.of<unknown[]>()({ as: 'json', readOnly: true, told: demanded }),
    kwargs: field.json({ readOnly: true, told: demanded }),
    state: field.choice({ choices: runStates, readOnly: true, filter: true }),
    attempt: field.integer({ readOnly: true }),
    progress: field.integer({ nullable: true, readOnly: true }),
    error: field.text({ max: 2000, multiline: true, readOnly: true }),
    /** The error in words for users: a key of the `errors` texts, and what they name. */
    reason: field.json({ nullable: true, hidden: true }),
    created_by: field.text({ max: 128, readOnly: true, noDiff: true }),
    time_cost: field.computed.of<number>()({ as: 'integer', readOnly: true }),
    timedelta: field.computed.of<string | null>()({ as: 'string', readOnly: true }),
    is_finished: field.computed({ as: 'boolean', readOnly: true, told: offered }),
    is_success: field.computed({ as: 'boolean', readOnly: true }),
    is_stoppable: field.computed({ as: 'boolean', readOnly: true }),
    date_published: field.datetime({ default: 'now', readOnly: true }),
    date_start: field.datetime({ nullable: true, readOnly: true, told: offered }),
    date_finished: field.datetime({ nullable: true, readOnly: true, told: offered }),
    creator: field.uuid({ nullable: true, hidden: true }),
    server: field.text({ max: 128, hidden: true }),
    /** The end of the log, and how many characters before it are no longer kept. */
    log: field.text({ multiline: true, hidden: true, on: 'retrieve' }),
    log_cut: field.integer({ hidden: true, on: 'retrieve' }),
    /** Rows in all, those done with and those refused, of a run that works on rows. */
    rows_total: field.integer({ nullable: true, hidden: true }),
    rows_done: field.integer({ nullable: true, hidden: true }),
    rows_failed: field.integer({ nullable: true, hidden: true }),
    /** The file that the run made, and when the user who started it was told of its end. */
    result: field.json({ nullable: true, hidden: true }),
    date_told: field.datetime({ nullable: true, hidden: true }),
  },
  filters: ['task_id'],
  operations: ['list', 'retrieve', 'create'],
  bulk: false,
  permissions: { add: 'superuser' },
  order: ['-date_published'],
  indexes: [
    ['name', 'date_published'],
    ['state', 'date_published'],
    ['creator', 'date_published'],
  ],
  list: {
    default: ['id', 'state', 'time_cost', 'date_published', 'date_start', 'date_finished', 'actions'],
    min: ['id', 'actions'],
  },
  actions: {
    stop: { on: 'row', method: 'POST', path: 'stop', permission: 'ops.view_celerytaskexecution' },
  },
  audited: false,
  transfer: { export: false, import: false },
});
