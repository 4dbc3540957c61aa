import type { PageLoader, RouteMeta } from '../../platform/route/RouteMeta.ts';
import { pages as areaPages } from './areaPages.ts';
import { ownPages } from './ownPages.ts';
import { pages as resourcePages } from './resourcePages.ts';

const form = () => import('../../engine/pages/ResourceFormPage.tsx').then((m) => m.ResourceFormPage);
const generic: Partial<Record<RouteMeta['action'], PageLoader>> = {
  list: () => import('../../engine/pages/ResourceListPage.tsx').then((m) => m.ResourceListPage),
  create: form,
  update: form,
  retrieve: () => import('../../engine/pages/ResourceDetailPage.tsx').then((m) => m.ResourceDetailPage),
};

const own: { [name: string]: PageLoader | undefined } = ownPages;

type Registry = { [key: string]: { [page in RouteMeta['action']]?: PageLoader } | undefined };
const registries: readonly Registry[] = [areaPages, resourcePages];

/** The page of a route: its own, else the one registered for its resource, else the generic one. */
export const pageLoaderOf = ({ name, resourceKey = '', action }: RouteMeta): PageLoader | undefined => {
  const registered = registries.flatMap((pages) => pages[resourceKey]?.[action] ?? [])[0];
  return own[name] ?? registered ?? (resourceKey ? generic[action] : undefined);
};
