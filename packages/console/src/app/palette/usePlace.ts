import { useMemo } from 'react';
import { usePlatform } from '../../platform/Platform.tsx';
import type { RouteMeta } from '../../platform/route/RouteMeta.ts';
import { can } from '../../platform/session/can.ts';
import { isAutoEntered, permittedViews } from '../../platform/session/organizations.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { createRecents, type Recents } from '../../platform/storage/recents.ts';

/** The organization the user works in, even on a page that temporarily enters another one. */
export const useWorkOrg = () => {
  const { currentOrg, autoOrg, preOrg } = useSession();
  return autoOrg || isAutoEntered(currentOrg) ? (preOrg ?? currentOrg) : currentOrg;
};

/** What the user last opened in this browser. */
export const usePaletteRecents = (): Recents => {
  const { storage } = usePlatform();
  const { profile } = useSession();
  return useMemo(() => createRecents(storage, `palette.recent.${profile?.id}`), [storage, profile?.id]);
};

/** Whether the user may open a route and its area. */
export const useMayOpen = (): ((route: RouteMeta | undefined) => route is RouteMeta) => {
  const { profile, perms } = useSession();
  const views = profile ? permittedViews({ profile, has: (need) => perms.has(need) }) : [];
  return (route): route is RouteMeta =>
    route !== undefined && can(perms, route.permission) && views.includes(route.view);
};
