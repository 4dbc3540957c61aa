import { createContext, useContext } from 'react';
import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import type { TagStore } from './tags/tagStore.ts';

/** The state that the parts of the shell share. */
export type ShellParts = { routes: readonly RouteMeta[]; tags: TagStore };

/** Available once the routes are known. */
export const ShellContext = createContext<ShellParts | undefined>(undefined);

/** Routes of this installation, and the tags of visited pages. */
export const useShell = (): ShellParts => {
  const parts = useContext(ShellContext);
  if (!parts) throw new Error('ShellContext is missing');
  return parts;
};
