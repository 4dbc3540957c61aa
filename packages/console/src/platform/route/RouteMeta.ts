import type { MenuIcon } from '@gatehouse/contract/console/ConsolePlace.ts';
import type { ComponentType } from 'react';
import type { Need, RouteAction } from '../session/can.ts';
import type { View } from '../session/organizations.ts';

/** Everything known about a route. */
export type RouteMeta = {
  /** `DomainList`; unique. */
  name: string;
  /** Path under the base, with `:id` for a row. */
  path: string;
  view: View;
  /** Second and third level of the path. */
  app: string;
  resource: string;
  action: RouteAction;
  /** Levels of the path: 1 view, 2 app, 3 resource, 4 crud. */
  level: number;
  permission: Need;
  /** `Domain`, when the route belongs to a resource with its own pages. */
  base?: string;
  /** `assets.domain`. */
  resourceKey?: string;
  /** Collection URL of the resource. */
  url?: string;
  /** Icon of its menu entry, where that is not the icon of its group. */
  icon?: MenuIcon;
  /** Not in any menu. */
  hidden?: boolean;
  /** Only with a valid licence. */
  licence?: boolean;
  /** Public setting that must be on. */
  setting?: string;
  /** Works across organizations: enters the global one and disables the selector. */
  disableOrgsChange?: boolean;
  /** False hides the organization selector. */
  showOrganization?: boolean;
  /** Menu entry marked while this page is shown. */
  activeMenu?: string;
  /** The page is mounted again on every visit. */
  noCache?: boolean;
  /** Its tag cannot be closed. */
  affix?: boolean;
  /** Opens outside of the console. */
  external?: boolean;
};

/** Props of a resource's page. */
export type ResourcePageProps = {
  /** `assets.domain`. */
  resource: string;
  /** `/api/v1/assets/domains/`. */
  url: string;
  /** `Domain`: its routes are DomainList, DomainCreate, DomainUpdate, DomainDetail. */
  name: string;
};

/** Fetches a page on the first visit. */
export type PageLoader = () => Promise<ComponentType<ResourcePageProps>>;
