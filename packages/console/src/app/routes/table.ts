import { everyConsoleResource } from '@gatehouse/contract/console/everyConsoleResource.ts';
import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { views } from '../../platform/session/organizations.ts';
import { ownRoute, resourceRoutes } from './defineRoutes.ts';
import { type OwnRoute, ownRoutes } from './ownRoutes.ts';

const placed = [
  ...Object.entries<OwnRoute>(ownRoutes).map(([name, own]) => ({
    order: own.order,
    routes: [ownRoute(name, own)],
  })),
  ...everyConsoleResource.map((resource) => ({
    order: resource.order,
    routes: resourceRoutes(resource),
  })),
].sort((a, b) => a.order - b.order);

/** Every route of the console, by area and, within an area, in the order of its menu. */
export const routeTable: readonly RouteMeta[] = views.flatMap((view) =>
  placed.flatMap(({ routes }) => routes.filter((route) => route.view === view)),
);
