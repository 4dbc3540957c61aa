import { labelledNumbers } from '@gatehouse/contract/resources/labels/labeledresource.ts';
import { allAccounts } from '../../accounts/account/relations.ts';
import { allAccountTemplates } from '../../accounts/accounttemplate/relations.ts';
import { allAssets } from '../../assets/asset/relations.ts';
import { allDomains } from '../../assets/domain/relations.ts';
import { allPlatforms } from '../../assets/platform/relations.ts';
import { allPermissions } from '../../perms/assetpermission/relations.ts';
import { allUsers } from '../../users/user/relations.ts';
import { allUserGroups } from '../../users/usergroup/relations.ts';

const searched = [
  { key: 'users.user', rows: allUsers },
  { key: 'users.usergroup', rows: allUserGroups },
  { key: 'assets.asset', rows: allAssets },
  { key: 'assets.domain', rows: allDomains },
  { key: 'assets.platform', rows: allPlatforms },
  { key: 'perms.assetpermission', rows: allPermissions },
  { key: 'accounts.account', rows: allAccounts },
  { key: 'accounts.accounttemplate', rows: allAccountTemplates },
] as const;

/**
 * Types that can be labelled, each with the number that clients know it by, and the relation in which a search
 * finds its rows by name.
 */
export const labelledTypes = searched.map((type, index) => ({
  ...type,
  number: labelledNumbers[index] ?? 0,
}));

/** Key of a type that is named by key or number. */
export const labelledType = (numberOrKey: string): string | undefined =>
  labelledTypes.find(({ key, number }) => key === numberOrKey || String(number) === numberOrKey)?.key;
