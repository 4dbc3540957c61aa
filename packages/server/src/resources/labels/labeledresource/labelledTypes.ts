import { allAccounts } from '../../accounts/account/relations.ts';
import { allAccountTemplates } from '../../accounts/accounttemplate/relations.ts';
import { allAssets } from '../../assets/asset/relations.ts';
import { allDomains } from '../../assets/domain/relations.ts';
import { allPlatforms } from '../../assets/platform/relations.ts';
import { allPermissions } from '../../perms/assetpermission/relations.ts';
import { allUsers } from '../../users/user/relations.ts';
import { allUserGroups } from '../../users/usergroup/relations.ts';

/**
 * Types that can be labelled, in the order of the numbers old clients use (`1` is the first); each with the
 * relation in which a search finds its rows by name.
 */
export const labelledTypes = [
  { key: 'users.user', rows: allUsers },
  { key: 'users.usergroup', rows: allUserGroups },
  { key: 'assets.asset', rows: allAssets },
  { key: 'assets.domain', rows: allDomains },
  { key: 'assets.platform', rows: allPlatforms },
  { key: 'perms.assetpermission', rows: allPermissions },
  { key: 'accounts.account', rows: allAccounts },
  { key: 'accounts.accounttemplate', rows: allAccountTemplates },
] as const;

/** Key of a type that is named by key or number. */
export const labelledType = (numberOrKey: string): string | undefined =>
  labelledTypes.find(({ key }, index) => key === numberOrKey || String(index + 1) === numberOrKey)?.key;
