import type { ListModeOf } from '../../console/ListMode.ts';
import type { accountcheckout } from '../../resources/accounts/accountcheckout.ts';

const without = [
  'create',
  'import',
  'labels',
  'bulkUpdate',
  'bulkDelete',
  'moreActions',
  'selection',
] as const;

/** Exclusive check-outs, the latest first. */
export const checkoutList: ListModeOf<typeof accountcheckout> = {
  columns: ['account', 'asset', 'user', 'status', 'date_expired', 'reason', 'date_start', 'error', 'actions'],
  fixed: ['account', 'actions'],
  exclude: ['minutes', 'date_limit'],
  without,
};

/** The check-outs of one account. */
export const checkoutsOfAccountList: ListModeOf<typeof accountcheckout> = {
  columns: ['user', 'status', 'date_start', 'date_expired', 'reason', 'actions'],
  fixed: ['user', 'actions'],
  exclude: ['account', 'asset', 'minutes', 'date_limit'],
  scopeKeys: ['account_id'],
  without,
};
