import { createContext, useContext } from 'react';
import { createRouteNames, type RouteNames } from './routeNames.ts';

/** Filled by the shell once the routes of the person are known. */
export const RouteNamesContext = createContext<RouteNames>(createRouteNames([], new Set()));

/** Paths by route name. */
export const useRouteNames = (): RouteNames => useContext(RouteNamesContext);
