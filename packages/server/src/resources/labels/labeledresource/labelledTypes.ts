/**
 * Types that can be labelled, in the order of the numbers old clients use (`1` is the first); each with its
 * table and the column that names a row.
 */
export const labelledTypes = [
  { key: 'users.user', table: 'users_user', label: 'name' },
  { key: 'users.usergroup', table: 'users_usergroup', label: 'name' },
  { key: 'assets.asset', table: 'assets_asset', label: 'name' },
  { key: 'assets.domain', table: 'assets_domain', label: 'name' },
  { key: 'assets.platform', table: 'assets_platform', label: 'name' },
  { key: 'perms.assetpermission', table: 'perms_assetpermission', label: 'name' },
  { key: 'accounts.account', table: 'accounts_account', label: 'name' },
  { key: 'accounts.accounttemplate', table: 'accounts_accounttemplate', label: 'name' },
] as const;

/** Key of a type given by key or number. */
export const labelledType = (given: string): string | undefined =>
  labelledTypes.find(({ key }, index) => key === given || String(index + 1) === given)?.key;
