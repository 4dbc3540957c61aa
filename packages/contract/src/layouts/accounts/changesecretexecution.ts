import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { changesecretexecution } from '../../resources/accounts/changesecretexecution.ts';

/** Runs of all plans of a kind, or of one; those of every kind have the same fields. */
export const planRunList: ListModeOf<typeof changesecretexecution> = {
  columns: ['name', 'status', 'trigger', 'date_start', 'date_finished', 'reason', 'actions'],
  fixed: ['name', 'actions'],
  exclude: ['automation', 'snapshot'],
  scopeKeys: ['automation_id'],
  without: ['create', 'import', 'labels', 'bulkUpdate', 'bulkDelete', 'moreActions', 'selection'],
};

/** The facts on the page of a run; the page head shows its status. */
export const planRunDetail: DetailLayoutOf<typeof changesecretexecution> = {
  order: ['id', 'automation', 'trigger', 'date_start', 'date_finished', 'reason'],
  exclude: ['name', 'status', 'snapshot', 'org_name'],
};
