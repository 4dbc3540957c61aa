import type { ConsolePage } from '@gatehouse/contract/console/ConsolePlace.ts';
import type { ConsoleResource } from '@gatehouse/contract/console/consoleResource.ts';
import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import type { Need, RouteAction } from '../../platform/session/can.ts';
import type { View } from '../../platform/session/organizations.ts';
import type { OwnRoute } from './ownRoutes.ts';

const kinds: Record<ConsolePage, { suffix: string; path: string }> = {
  list: { suffix: 'List', path: '' },
  create: { suffix: 'Create', path: '/create' },
  update: { suffix: 'Update', path: '/:id/update' },
  retrieve: { suffix: 'Detail', path: '/:id' },
};

/** Areas in which no page has an organization selector. */
const withoutOrganizations = new Set<View>(['settings', 'profile']);

const actionOf = (path: string): RouteAction => {
  if (path.endsWith('/create')) return 'create';
  if (path.endsWith('/update')) return 'update';
  return path.includes('/:id') ? 'retrieve' : 'list';
};

/** Builds a route; properties that the flags do not set follow from its address. */
const route = (name: string, at: string, permission: Need, flags: Partial<RouteMeta>): RouteMeta => {
  const [view, ...segments] = at.split('/') as [View, ...string[]];
  const [app = '', resource = app] = segments;
  const crud = segments.slice(2).some((segment) => segment !== ':id');
  return {
    name,
    path: `/${at}`,
    view,
    app,
    resource,
    action: actionOf(at),
    level: Math.min(4, crud || segments.length > 2 ? 4 : segments.length + 1),
    permission,
    ...(withoutOrganizations.has(view) && { showOrganization: false }),
    ...flags,
  };
};

/** The route of a page that no resource definition declares. */
export const ownRoute = (name: string, { at, permission, order: _order, ...flags }: OwnRoute): RouteMeta =>
  route(name, at, permission, flags);

/** The routes of a resource, one for each page its definition declares. */
export const resourceRoutes = (resource: ConsoleResource): RouteMeta[] => {
  const { key, url, base, path, pages, icon, under, licence, setting, everyOrganization, integerId } =
    resource;
  return pages.map(({ page, name, need }) => {
    const { suffix, path: below } = kinds[page];
    const isList = page === 'list';
    const isForm = page === 'create' || page === 'update';
    return route(name ?? base + suffix, path + below, need, {
      // Routes of one resource find each other by `base`; pages with a name of their own are left out.
      ...(!name && { base }),
      url,
      resourceKey: key,
      ...(integerId && { integerId }),
      ...(icon && isList && { icon }),
      ...((!isList || under) && { hidden: true, activeMenu: `/${under ?? path}` }),
      ...(isForm && { noCache: true }),
      ...(licence && { licence }),
      ...(setting && { setting }),
      ...(everyOrganization && { disableOrgsChange: true }),
      action: page,
    });
  });
};
