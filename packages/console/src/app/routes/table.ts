import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { auditRoutes } from './audit.ts';
import { consoleRoutes } from './console.ts';
import { legacyRoutes } from './legacy.ts';
import { profileRoutes } from './profile.ts';
import { settingsRoutes } from './settings.ts';
import { ticketRoutes } from './tickets.ts';
import { workbenchRoutes } from './workbench.ts';

/** Every route of the product; menus follow this order. */
export const routeTable: readonly RouteMeta[] = [
  ...consoleRoutes,
  ...auditRoutes,
  ...workbenchRoutes,
  ...ticketRoutes,
  ...settingsRoutes,
  ...profileRoutes,
  ...legacyRoutes,
];
