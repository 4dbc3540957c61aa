import { matchPath } from 'react-router';
import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { can } from '../../platform/session/can.ts';
import type { View } from '../../platform/session/organizations.ts';
import type { PublicSettings } from '../../platform/session/wire.ts';

/**
 * Routes of this installation: those with a page or an external address, except where a licence or setting is
 * missing.
 */
export const mountedRoutes = (
  table: readonly RouteMeta[],
  input: { settings: PublicSettings; hasLicence: boolean; hasPage: (route: RouteMeta) => boolean },
): RouteMeta[] =>
  table.filter(
    (route) =>
      (input.hasPage(route) || route.external === true) &&
      (!route.licence || input.hasLicence) &&
      (!route.setting || input.settings[route.setting] === true),
  );

/**
 * Sort key among the routes that match a path: at the first difference, a fixed segment beats a parameter.
 */
const specificity = (route: RouteMeta) =>
  route.path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '0' : '1'))
    .join('');

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const INTEGER = /^\d+$/;

/** Whether the id in a route's address, if it has one, can be that of a row: `users` or `create` cannot. */
export const canBeRow = (route: RouteMeta, id: string | undefined): boolean =>
  id === undefined || (route.integerId ? INTEGER : UUID).test(id);

/** The route of a path. */
export const findRoute = (routes: readonly RouteMeta[], path: string): RouteMeta | undefined =>
  routes
    .filter((route) => {
      const found = matchPath(route.path, path);
      return found && canBeRow(route, found.params.id);
    })
    .sort((a, b) => specificity(b).localeCompare(specificity(a)))[0];

/** Path of the first page below a prefix (an area or a group) that the user may open, in menu order. */
export const firstOpenPath = (
  routes: readonly RouteMeta[],
  perms: ReadonlySet<string>,
  prefix: string,
): string | undefined =>
  routes.find(
    (route) =>
      route.path.startsWith(`${prefix}/`) && !route.hidden && !route.external && can(perms, route.permission),
  )?.path;

/** Path at which an area starts: its first page that the user may open, else its first page, else `/404`. */
export const defaultPathOf = (routes: readonly RouteMeta[], perms: ReadonlySet<string>, view: View): string =>
  firstOpenPath(routes, perms, `/${view}`) ??
  routes.find((route) => route.view === view && !route.hidden && !route.external)?.path ??
  '/404';

/**
 * The full path of a shortened one: `/console/groups/create` is `/console/users/groups/create`, and a group
 * such as `/console/users` stands for its first page that the user may open.
 */
export const expandPath = (
  routes: readonly RouteMeta[],
  perms: ReadonlySet<string>,
  path: string,
): string | undefined => {
  const plain = path.replace(/\/+$/, '');
  const group = firstOpenPath(routes, perms, plain);
  if (group) return group;
  const [view = '', ...rest] = plain.split('/').filter(Boolean);
  const apps = new Set(routes.filter((route) => route.view === view).map((route) => route.app));
  for (const app of apps) {
    const candidate = `/${[view, app, ...rest].join('/')}`;
    if (findRoute(routes, candidate)) return candidate;
  }
  return undefined;
};
