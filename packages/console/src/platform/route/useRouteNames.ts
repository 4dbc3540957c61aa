import { createContext, useContext } from 'react';
import { createRouteNames, type RouteNames } from './routeNames.ts';

/** Set by the shell once the user's routes are known. */
export const RouteNamesContext = createContext<RouteNames>(createRouteNames([], new Set()));

/** Finds routes by their names. */
export const useRouteNames = (): RouteNames => useContext(RouteNamesContext);
