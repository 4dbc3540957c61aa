import type { ListModeOf } from '../../console/ListMode.ts';
import type { changesecretrecord } from '../../resources/accounts/changesecretrecord.ts';

/** The outcome for each account of a run. */
export const changeRecordList: ListModeOf<typeof changesecretrecord> = {
  columns: ['account', 'asset', 'status', 'error', 'date_finished', 'actions'],
  fixed: ['account', 'actions'],
  exclude: ['execution', 'is_success'],
  without: ['create', 'import', 'labels', 'bulkUpdate', 'bulkDelete', 'moreActions', 'selection'],
};

/** The changes of the secret of one account, the latest first. */
export const changesOfAccountList: ListModeOf<typeof changesecretrecord> = {
  columns: ['execution', 'status', 'error', 'date_finished', 'actions'],
  fixed: ['execution', 'actions'],
  exclude: ['asset', 'account', 'is_success'],
  scopeKeys: ['account_id'],
  without: ['create', 'import', 'labels', 'bulkUpdate', 'bulkDelete', 'moreActions', 'selection'],
};
