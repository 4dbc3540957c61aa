/** Areas of the console; an area is the first part of a page's address. */
export type ConsoleArea = 'console' | 'audit' | 'workbench' | 'tickets' | 'settings' | 'profile';

/** Pages the console draws of a resource. */
export type ConsolePage = 'list' | 'create' | 'update' | 'retrieve';

/** Icons of menu entries that stand outside a menu group. */
export type MenuIcon = 'api' | 'apartment' | 'branches' | 'key' | 'safety' | 'user';

/** Where the console shows a resource: the addresses of its pages and the menu entry that leads to them. */
export type ConsolePlace = {
  /**
   * Prefix of the names of its routes: `Domain` gives `DomainList`, `DomainCreate`, `DomainUpdate`,
   * `DomainDetail`.
   */
  base: string;
  /** Address of the list: area, menu group (unless the entry stands alone), then the resource. */
  path: `${ConsoleArea}/${string}`;
  pages: readonly ConsolePage[];
  /** Place among the entries of the area, the lowest first. */
  order: number;
  icon?: MenuIcon;
  /** Has no menu entry of its own; its pages mark the entry at this address. */
  under?: `${ConsoleArea}/${string}`;
  /** Route names that do not follow from `base`. */
  names?: { readonly [P in ConsolePage]?: string };
  /** Permissions of pages that need another permission than the resource's own; empty for none. */
  needs?: { readonly [P in ConsolePage]?: string };
  /** Shown only with a valid licence. */
  licence?: true;
  /** Shown only while this public setting is on. */
  setting?: string;
  /** Works across organizations, so the organization cannot be switched on its pages. */
  everyOrganization?: true;
};
