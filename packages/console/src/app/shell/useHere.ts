import { useLocation } from 'react-router';
import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { findRoute } from '../routes/mountedRoutes.ts';
import { useShell } from './ShellContext.ts';

/** Path and route of the current page; the path has no trailing slash. */
export const useHere = (): { pathname: string; fullPath: string; route: RouteMeta | undefined } => {
  const { routes } = useShell();
  const { pathname, search } = useLocation();
  const plain = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return { pathname: plain, fullPath: plain + search, route: findRoute(routes, plain) };
};
