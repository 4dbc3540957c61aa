import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { job } from '../../resources/ops/job.ts';

/** What neither a column nor a fact tells: the schedule has its own words in both. */
const unlisted = [
  'creator',
  'instant',
  'use_parameter_define',
  'parameters_define',
  'run_after_save',
  'task_id',
  'executed_amount',
  'is_periodic',
  'crontab',
  'interval',
  'approval',
] as const;

/** The user's jobs. */
export const jobList: ListModeOf<typeof job> = {
  columns: [
    'name',
    'type',
    'assets',
    'periodic_display',
    'summary',
    'average_time_cost',
    'date_last_run',
    'comment',
    'actions',
  ],
  fixed: ['name', 'actions'],
  exclude: [...unlisted, 'playbook'],
  without: ['labels', 'import', 'export', 'bulkUpdate'],
};

/** The facts on the page of a job; a card beside them shows its schedule. */
export const jobDetail: DetailLayoutOf<typeof job> = {
  order: [
    'name',
    'type',
    'module',
    'args',
    'playbook',
    'assets',
    'runas',
    'runas_policy',
    'timeout',
    'chdir',
    'canary',
    'canary_next',
    'batch',
    'summary',
    'average_time_cost',
    'date_last_run',
    'date_created',
    'date_updated',
    'comment',
  ],
  exclude: [...unlisted, 'id', 'periodic_display', 'org_name'],
};
