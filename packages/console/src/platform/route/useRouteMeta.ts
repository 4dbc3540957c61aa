import { createContext, useContext } from 'react';
import type { RouteMeta } from './RouteMeta.ts';

/** For pages that have no route of their own, such as the not-found page. */
const nowhere: RouteMeta = {
  name: '',
  path: '',
  view: 'profile',
  app: '',
  resource: '',
  action: 'list',
  level: 0,
  permission: '',
};

/** Provided by the shell around each page. */
export const RouteMetaContext = createContext<RouteMeta>(nowhere);

/** The route of this page. */
export const useRouteMeta = (): RouteMeta => useContext(RouteMetaContext);
