/** Header with which a change asks for an undo, and its answer names the token of it. */
export const UNDO = 'x-undo';

/** Addresses whose rows can be undone, as `app/path`, for sentences before a deletion. */
export const undoablePlaces: readonly string[] = [
  'accounts/account-templates',
  'accounts/accounts',
  'acls/command-filter-acls',
  'acls/command-groups',
  'acls/connect-method-acls',
  'acls/login-acls',
  'acls/login-asset-acls',
  'assets/assets',
  'assets/clouds',
  'assets/customs',
  'assets/databases',
  'assets/devices',
  'assets/domains',
  'assets/gateways',
  'assets/gpts',
  'assets/hosts',
  'assets/platforms',
  'assets/webs',
  'labels/labels',
  'perms/asset-permissions',
  'settings/chatai-prompts',
  'terminal/host-keys',
  'users/groups',
  'users/saved-filters',
];
