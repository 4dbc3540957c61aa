import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { gatheraccountsexecution } from '../../resources/accounts/gatheraccountsexecution.ts';

/** Runs of all plans that look for accounts, or of one. */
export const gatherRunList: ListModeOf<typeof gatheraccountsexecution> = {
  columns: ['name', 'status', 'trigger', 'date_start', 'date_finished', 'reason', 'actions'],
  fixed: ['name', 'actions'],
  exclude: ['automation', 'snapshot'],
  scopeKeys: ['automation_id'],
  without: ['create', 'import', 'labels', 'bulkUpdate', 'bulkDelete', 'moreActions', 'selection'],
};

/** The facts on the page of a run; the page head shows its status. */
export const gatherRunDetail: DetailLayoutOf<typeof gatheraccountsexecution> = {
  order: ['id', 'automation', 'trigger', 'date_start', 'date_finished', 'reason'],
  exclude: ['name', 'status', 'snapshot', 'org_name'],
};
