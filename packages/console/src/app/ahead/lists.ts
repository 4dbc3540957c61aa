import { everyConsoleResource } from '@gatehouse/contract/console/everyConsoleResource.ts';
import type { ListMode } from '@gatehouse/contract/console/ListMode.ts';
import { commandGroupList } from '@gatehouse/contract/layouts/acls/commandgroup.ts';
import { userList } from '@gatehouse/contract/layouts/users/user.ts';
import { allGroups } from '@gatehouse/contract/layouts/users/usergroup.ts';

/** What is known of a list before the console is there. */
export type KnownList = {
  url: string;
  /** A tree stands beside it. */
  hasTree: boolean;
  /** Its rows are requested with abilities. */
  abilities: boolean;
  /** Its first rows depend on the address alone, so they can be requested at once. */
  isPlain: boolean;
};

/** Lists in the console area whose first request depends on tabs, permissions or the time. */
const apart = ['assets.platform', 'rbac.role'];
const withTree = ['assets.asset', 'accounts.account', 'perms.assetpermission', 'terminal.command'];
const modes: Record<string, ListMode | undefined> = {
  'acls.commandgroup': commandGroupList,
  'users.user': userList,
  'users.usergroup': allGroups,
};

/**
 * The lists of the console by the address of their page. The script in the page's HTML contains this as a value,
 * computed by the build.
 */
export const lists: Record<string, KnownList> = Object.fromEntries(
  everyConsoleResource
    .filter(({ pages }) => pages.some(({ page }) => page === 'list'))
    .map(({ key, path, url, everyOrganization }) => [
      `/${path}`,
      {
        url,
        hasTree: withTree.includes(key),
        abilities: modes[key]?.abilities === true,
        isPlain: path.startsWith('console/') && !everyOrganization && !apart.includes(key),
      },
    ]),
);
