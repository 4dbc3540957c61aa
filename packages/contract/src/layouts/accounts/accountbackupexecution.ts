import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { accountbackupexecution } from '../../resources/accounts/accountbackupexecution.ts';

/** Runs of backup plans, of all or of one. */
export const backupRunList: ListModeOf<typeof accountbackupexecution> = {
  columns: ['name', 'status', 'trigger', 'date_start', 'timedelta', 'reason', 'actions'],
  fixed: ['name', 'actions'],
  exclude: ['plan', 'snapshot', 'progress', 'is_success'],
  scopeKeys: ['plan_id'],
  without: ['create', 'import', 'labels', 'bulkUpdate', 'bulkDelete', 'moreActions', 'selection'],
};

/** The facts on the page of a run; the page head shows its status. */
export const backupRunDetail: DetailLayoutOf<typeof accountbackupexecution> = {
  order: ['id', 'plan', 'trigger', 'date_start', 'timedelta', 'reason'],
  exclude: ['name', 'status', 'snapshot', 'progress', 'is_success', 'org_name'],
};
