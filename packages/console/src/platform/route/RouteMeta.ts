import type { MenuIcon } from '@gatehouse/contract/console/ConsolePlace.ts';
import type { ComponentType } from 'react';
import type { Need, RouteAction } from '../session/can.ts';
import type { View } from '../session/organizations.ts';

/** Everything known about a route. */
export type RouteMeta = {
  /** Such as `DomainList`; unique. */
  name: string;
  /** Path under the base, with `:id` for a row. */
  path: string;
  view: View;
  /** Second and third segment of the path. */
  app: string;
  resource: string;
  action: RouteAction;
  /** Depth of the path: 1 area, 2 app, 3 resource, 4 a page of a resource. */
  level: number;
  permission: Need;
  /**
   * Base of the names of the resource's routes, such as `Domain`; absent if the route has a name of its own.
   */
  base?: string;
  /** Such as `assets.domain`. */
  resourceKey?: string;
  /** Collection URL of the resource. */
  url?: string;
  /** Its rows have integers as ids, not UUIDs. */
  integerId?: boolean;
  /** Icon of its menu entry, if it differs from that of its group. */
  icon?: MenuIcon;
  /** Shown in no menu. */
  hidden?: boolean;
  /** Name of the route whose page shows the same: a menu has this one only where that one may not be opened. */
  unless?: string;
  /** Exists only with a valid licence. */
  licence?: boolean;
  /** Public setting that must be on for the route to exist. */
  setting?: string;
  /** Works across organizations: enters the root organization and disables the selector. */
  disableOrgsChange?: boolean;
  /** False hides the organization selector. */
  showOrganization?: boolean;
  /** Path of the menu entry to mark while this page is shown. */
  activeMenu?: string;
  /** The page is mounted anew on every visit. */
  noCache?: boolean;
  /** Its tag cannot be closed. */
  affix?: boolean;
  /** Opens outside of the console. */
  external?: boolean;
};

/** Props of a resource's page. */
export type ResourcePageProps = {
  /** Such as `assets.domain`. */
  resource: string;
  /** Such as `/api/v1/assets/domains/`. */
  url: string;
  /** Base of its route names: `Domain` stands for DomainList, DomainCreate, DomainUpdate, DomainDetail. */
  name: string;
};

/** Fetches a page on the first visit. */
export type PageLoader = () => Promise<ComponentType<ResourcePageProps>>;
