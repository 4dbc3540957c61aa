import { pages as areaPages } from '../../areas/pages.ts';
import type { PageLoaders, RouteMeta } from '../../platform/route/RouteMeta.ts';
import { pages as resourcePages } from '../../resources/pages.ts';

type Loader = PageLoaders[string];

const generic: Partial<Record<RouteMeta['action'], Loader>> = {
  list: () => import('../../engine/pages/ResourceListPage.tsx').then((m) => m.ResourceListPage),
  create: () => import('../../engine/pages/ResourceFormPage.tsx').then((m) => m.ResourceFormPage),
  update: () => import('../../engine/pages/ResourceFormPage.tsx').then((m) => m.ResourceFormPage),
  retrieve: () => import('../../engine/pages/ResourceDetailPage.tsx').then((m) => m.ResourceDetailPage),
};

/** The page of a route: its own, else the generic one of its resource, else none. */
export const pageLoaderOf = (route: RouteMeta): Loader | undefined => {
  const own = areaPages[route.name] ?? resourcePages[route.name];
  if (own) return own;
  const isResource = route.url !== undefined && (route.base !== undefined || route.action === 'list');
  return isResource ? generic[route.action] : undefined;
};
