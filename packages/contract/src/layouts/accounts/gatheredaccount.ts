import type { ListModeOf } from '../../console/ListMode.ts';
import type { gatheredaccount } from '../../resources/accounts/gatheredaccount.ts';
import { assetTreeKeys } from '../assetTreeKeys.ts';

/** Accounts that were found on machines, beside the tree of their assets. */
export const gatheredAccountList: ListModeOf<typeof gatheredaccount> = {
  columns: [
    'username',
    'asset',
    'has_account',
    'present',
    'date_last_login',
    'address_last_login',
    'date_updated',
    'actions',
  ],
  fixed: ['username', 'actions'],
  scopeKeys: assetTreeKeys,
  searchExclude: ['asset'],
  without: ['create', 'import', 'labels', 'bulkUpdate'],
};
