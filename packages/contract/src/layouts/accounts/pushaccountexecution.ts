import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { pushaccountexecution } from '../../resources/accounts/pushaccountexecution.ts';
import type { pushaccountrecord } from '../../resources/accounts/pushaccountrecord.ts';

/** Runs of all plans that push accounts, or of one. */
export const pushRunList: ListModeOf<typeof pushaccountexecution> = {
  columns: ['name', 'status', 'trigger', 'date_start', 'date_finished', 'reason', 'actions'],
  fixed: ['name', 'actions'],
  exclude: ['automation', 'snapshot'],
  scopeKeys: ['automation_id'],
  without: ['create', 'import', 'labels', 'bulkUpdate', 'bulkDelete', 'moreActions', 'selection'],
};

/** The facts on the page of a run; the page head shows its status. */
export const pushRunDetail: DetailLayoutOf<typeof pushaccountexecution> = {
  order: ['id', 'automation', 'trigger', 'date_start', 'date_finished', 'reason'],
  exclude: ['name', 'status', 'snapshot', 'org_name'],
};

/** The outcome for each account of a run. */
export const pushRecordList: ListModeOf<typeof pushaccountrecord> = {
  columns: ['account', 'asset', 'status', 'error', 'date_finished', 'actions'],
  fixed: ['account', 'actions'],
  exclude: ['execution', 'is_success'],
  without: ['create', 'import', 'labels', 'bulkUpdate', 'bulkDelete', 'moreActions', 'selection'],
};
