import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { type Need, type RouteAction, routePermission } from '../../platform/session/can.ts';
import type { View } from '../../platform/session/organizations.ts';

type Flags = Pick<
  RouteMeta,
  'hidden' | 'licence' | 'setting' | 'disableOrgsChange' | 'activeMenu' | 'noCache' | 'affix' | 'external'
>;
type Kind = 'L' | 'C' | 'U' | 'D';

const kinds: Record<Kind, { suffix: string; path: string; action: RouteAction; permission: RouteAction }> = {
  L: { suffix: 'List', path: '', action: 'list', permission: 'list' },
  C: { suffix: 'Create', path: '/create', action: 'create', permission: 'create' },
  U: { suffix: 'Update', path: '/:id/update', action: 'update', permission: 'update' },
  D: { suffix: 'Detail', path: '/:id', action: 'retrieve', permission: 'retrieve' },
};

/** Areas without an organization selector. */
const withoutOrganizations = new Set<View>(['settings', 'profile']);

const actionOf = (path: string): RouteAction => {
  if (path.includes('delete')) return 'destroy';
  if (path.endsWith('/create')) return 'create';
  if (path.endsWith('/update')) return 'update';
  return path.includes('/:id') ? 'retrieve' : 'list';
};

/** A route by its name and path under the area; what it does, its levels and its place follow from the path. */
const route = (
  view: View,
  name: string,
  below: string,
  permission: Need,
  flags: Partial<RouteMeta>,
): RouteMeta => {
  const segments = below.split('/').filter(Boolean);
  const [app = '', resource = app] = segments;
  const crud = segments.slice(2).some((segment) => segment !== ':id');
  return {
    name,
    path: `/${[view, ...segments].join('/')}`,
    view,
    app,
    resource,
    action: actionOf(`/${below}`),
    level: Math.min(4, crud || segments.length > 2 ? 4 : segments.length + 1),
    permission,
    ...(withoutOrganizations.has(view) && { showOrganization: false }),
    ...flags,
  };
};

/** One area's route builders. */
export const routesOf = (view: View) => ({
  /** A page of its own. */
  page: (
    name: string,
    below: string,
    permission: Need,
    flags: Flags & Pick<RouteMeta, 'url' | 'resourceKey' | 'base'> = {},
  ) => route(view, name, below, permission, flags),

  /**
   * List, create, update and detail of a resource, those named in `letters`. `permission` is `app.model`;
   * `needs` replaces the derived permission of single kinds. With a `url` the generic pages show it.
   */
  resource: (spec: {
    base: string;
    below: string;
    letters: string;
    permission: string;
    url?: string;
    resourceKey?: string;
    needs?: Partial<Record<Kind, Need>>;
    flags?: Flags;
  }): RouteMeta[] => {
    const [app = '', model = ''] = spec.permission.split('.');
    const listPath = `/${view}/${spec.below}`;
    return ([...spec.letters] as Kind[]).map((letter) => {
      const kind = kinds[letter];
      const isList = letter === 'L';
      const isForm = letter === 'C' || letter === 'U';
      const need =
        spec.needs && letter in spec.needs
          ? spec.needs[letter]
          : routePermission(app, kind.permission, model);
      return route(view, spec.base + kind.suffix, spec.below + kind.path, need, {
        base: spec.base,
        ...(spec.url && { url: spec.url, resourceKey: spec.resourceKey ?? spec.permission }),
        ...(!isList && { hidden: true, activeMenu: listPath }),
        ...(isForm && { noCache: true }),
        ...spec.flags,
        action: kind.action,
      });
    });
  },
});
