import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { celerytask } from '../../resources/ops/celerytask.ts';

/** All background tasks, scheduled and not. */
export const backgroundTasks: ListModeOf<typeof celerytask> = {
  abilities: true,
  columns: [
    'name',
    'summary',
    'state',
    'date_last_publish',
    'exec_cycle',
    'next_exec_time',
    'enabled',
    'actions',
  ],
  exclude: ['meta', 'may_switch_off'],
  without: ['create', 'moreActions', 'import', 'export', 'selection', 'labels'],
};

/** The facts on the page of a task. */
export const taskDetail: DetailLayoutOf<typeof celerytask> = {
  order: [
    'meta',
    'name',
    'id',
    'state',
    'summary',
    'exec_cycle',
    'next_exec_time',
    'enabled',
    'date_last_publish',
  ],
  exclude: ['may_switch_off'],
};
