import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import type { SessionState } from '../../platform/session/sessionStore.ts';
import { pageLoaderOf } from '../pages/pageLoaders.ts';
import { mountedRoutes } from '../routes/mountedRoutes.ts';
import { routeTable } from '../routes/table.ts';

/** The routes of this installation; logs an error when there are none. */
export const routesOf = (
  { settings, hasLicence }: Pick<SessionState, 'settings' | 'hasLicence'>,
  table: readonly RouteMeta[] = routeTable,
): RouteMeta[] => {
  const routes = mountedRoutes(table, {
    settings,
    hasLicence,
    hasPage: (route) => pageLoaderOf(route) !== undefined,
  });
  if (routes.length === 0) console.error('No route find');
  return routes;
};
