import type { ListMode } from '../console/ListMode.ts';

const shared = ['accounts', 'protocols', 'paths', 'date_expired'] as const;

/** Users who reach an asset. */
export const reachOfAsset: ListMode = {
  columns: ['name', 'username', 'accounts', 'paths', 'date_expired', 'actions'],
  fixed: ['name', 'paths', 'actions'],
  without: ['moreActions', 'import', 'selection', 'labels'],
  searchExclude: shared,
};

/** Assets that a user reaches. */
export const reachOfUser: ListMode = {
  columns: ['name', 'address', 'accounts', 'paths', 'date_expired', 'actions'],
  fixed: ['name', 'paths', 'actions'],
  without: ['moreActions', 'import', 'selection', 'labels'],
  searchExclude: shared,
};
