import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { can } from '../../platform/session/can.ts';
import type { View } from '../../platform/session/organizations.ts';

/** An entry of the side menu: a page or a group of pages. */
export type MenuEntry =
  | { kind: 'page'; route: RouteMeta; icon: string }
  | { kind: 'group'; key: string; icon: string; routes: RouteMeta[] };

/** Groups that are open at first. */
export const openFromStart: readonly string[] = ['/audit/sessions', '/audit/logs', '/workbench/ops'];

const groupKey = (route: RouteMeta): string | undefined => {
  const segments = route.path.split('/').filter(Boolean);
  return segments.length > 2 ? `/${segments[0]}/${segments[1]}` : undefined;
};

/** Whether the user may open the page that shows the same as this one, and more. */
const isReplaced = (
  { unless }: RouteMeta,
  routes: readonly RouteMeta[],
  perms: ReadonlySet<string>,
): boolean =>
  unless !== undefined && routes.some(({ name, permission }) => name === unless && can(perms, permission));

/** Menu of an area: without hidden and forbidden pages; a group with one page appears as that page. */
export const menuOf = (
  routes: readonly RouteMeta[],
  perms: ReadonlySet<string>,
  view: View | undefined,
): MenuEntry[] => {
  const entries = new Map<string, RouteMeta[]>();
  for (const route of routes) {
    if (route.view !== view || route.hidden || !can(perms, route.permission)) continue;
    if (isReplaced(route, routes, perms)) continue;
    const key = groupKey(route) ?? route.path;
    entries.set(key, [...(entries.get(key) ?? []), route]);
  }
  return [...entries].flatMap(([key, group]): MenuEntry[] => {
    const [only] = group;
    if (!only) return [];
    return group.length === 1
      ? [{ kind: 'page', route: only, icon: key }]
      : [{ kind: 'group', key, icon: key, routes: group }];
  });
};

/**
 * Path of the menu entry to mark for a page; for a page outside the menu, that of the list it was opened
 * from, if that list is in the menu of the same area.
 */
export const activePath = (route: RouteMeta | undefined, pathname: string, from?: RouteMeta): string => {
  const own = route?.activeMenu ?? route?.path ?? pathname;
  return route?.activeMenu && from?.view === route.view && !from.hidden ? from.path : own;
};

/** Key of the group that contains this path, if any. */
export const groupOfPath = (entries: readonly MenuEntry[], path: string): string | undefined => {
  for (const entry of entries) {
    if (entry.kind === 'group' && entry.routes.some((route) => route.path === path)) return entry.key;
  }
  return undefined;
};

/**
 * Open groups after a click on one: opening a group closes the others, unless it or they are open at first.
 */
export const toggleGroup = (open: readonly string[], key: string): string[] =>
  open.includes(key)
    ? open.filter((entry) => entry !== key)
    : [...open.filter((entry) => openFromStart.includes(entry) || openFromStart.includes(key)), key];
