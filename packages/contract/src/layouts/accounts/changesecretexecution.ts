import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { changesecretexecution } from '../../resources/accounts/changesecretexecution.ts';

/** Runs of all secret change plans, or of one. */
export const changeRunList: ListModeOf<typeof changesecretexecution> = {
  columns: ['name', 'status', 'trigger', 'date_start', 'date_finished', 'reason', 'actions'],
  fixed: ['name', 'actions'],
  exclude: ['automation', 'snapshot'],
  scopeKeys: ['automation_id'],
  without: ['create', 'import', 'labels', 'bulkUpdate', 'bulkDelete', 'moreActions', 'selection'],
};

/** The facts on the page of a run; the page head shows its status. */
export const changeRunDetail: DetailLayoutOf<typeof changesecretexecution> = {
  order: ['id', 'automation', 'trigger', 'date_start', 'date_finished', 'reason'],
  exclude: ['name', 'status', 'snapshot', 'org_name'],
};
