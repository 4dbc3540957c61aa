import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';

type Props = {
  /** Route name. */
  name: string;
  params?: Record<string, string | number>;
  query?: Record<string, string | undefined>;
  children: ReactNode;
};

/** A link to a page by its route name; only the text if the user may not open the page. */
export function RouteLink({ name, params, query, children }: Props) {
  const routes = useRouteNames();
  const path = routes.canOpen(name) ? routes.path(name, params, query) : undefined;
  return path ? <Link to={path}>{children}</Link> : children;
}
