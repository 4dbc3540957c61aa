import type { ListModeOf } from '../../console/ListMode.ts';
import type { celerytaskexecution } from '../../resources/ops/celerytaskexecution.ts';

/** The runs of one task. */
export const runsOfTask: ListModeOf<typeof celerytaskexecution> = {
  columns: [
    'id',
    'state',
    'time_cost',
    'date_published',
    'date_start',
    'date_finished',
    'created_by',
    'error',
    'actions',
  ],
  exclude: ['args', 'kwargs', 'name', 'task_name', 'timedelta', 'is_finished', 'is_success', 'is_stoppable'],
  scopeKeys: ['task_id'],
  without: ['create', 'moreActions', 'import', 'export', 'selection', 'labels'],
};
