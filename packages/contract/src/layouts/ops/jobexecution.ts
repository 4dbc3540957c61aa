import type { ListModeOf } from '../../console/ListMode.ts';
import type { jobexecution } from '../../resources/ops/jobexecution.ts';

const plain: ListModeOf<typeof jobexecution> = {
  fixed: ['material', 'actions'],
  exclude: [
    ...(['creator', 'parameters', 'summary', 'task_id', 'timedelta'] as const),
    ...(['is_finished', 'is_success', 'is_paused'] as const),
  ],
  scopeKeys: ['job_id'],
  without: ['create', 'labels', 'import', 'export', 'moreActions', 'selection'],
};

/** The user's runs, the latest first. */
export const runList: ListModeOf<typeof jobexecution> = {
  ...plain,
  columns: ['material', 'job', 'status', 'time_cost', 'date_created', 'actions'],
};

/** The runs of one job. */
export const runsOfJob: ListModeOf<typeof jobexecution> = {
  ...plain,
  columns: ['material', 'status', 'time_cost', 'date_created', 'actions'],
};
