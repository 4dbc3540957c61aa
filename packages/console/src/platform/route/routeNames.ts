import { can } from '../session/can.ts';
import type { RouteMeta } from './RouteMeta.ts';

const SUFFIX = /(List|Detail|Create|Update)$/;

/** Kinds of pages a resource may have. */
export type PageKind = 'List' | 'Detail' | 'Create' | 'Update';

/** Name of another page of the same resource: `DomainList` and `Detail` give `DomainDetail`. */
export const siblingName = (name: string, kind: PageKind): string => name.replace(SUFFIX, '') + kind;

/** Looks routes up by name. */
export type RouteNames = {
  has: (name: string) => boolean;
  /** Path with query; undefined if the installation has no such route. */
  path: (
    name: string,
    params?: Record<string, string | number>,
    query?: Record<string, string | undefined>,
  ) => string | undefined;
  canOpen: (name: string) => boolean;
  meta: (name: string) => RouteMeta | undefined;
};

/** Finds routes among those of this installation; only `canOpen` checks the permissions of the user. */
export const createRouteNames = (routes: readonly RouteMeta[], perms: ReadonlySet<string>): RouteNames => {
  const byName = new Map(routes.map((route) => [route.name, route]));
  // Some lists have names without `List`: ApiKey, TicketFlow.
  const find = (name: string) => byName.get(name) ?? byName.get(name.replace(/List$/, ''));
  return {
    has: (name) => find(name) !== undefined,
    meta: find,
    canOpen: (name) => {
      const route = find(name);
      return route !== undefined && can(perms, route.permission);
    },
    path: (name, params = {}, query = {}) => {
      const route = find(name);
      if (!route) return undefined;
      const path = route.path.replace(/:(\w+)/g, (_, key: string) =>
        encodeURIComponent(String(params[key] ?? '')),
      );
      const pairs = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
      return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
    },
  };
};
