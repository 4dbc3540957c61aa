import { createContext, useContext } from 'react';
import { createRouteNames, type RouteNames } from './routeNames.ts';

/** Set at start-up, once the routes of this installation are known. */
export const RouteNamesContext = createContext<RouteNames>(createRouteNames([], new Set()));

/** Finds routes by their names. */
export const useRouteNames = (): RouteNames => useContext(RouteNamesContext);
