import { useNavigate } from 'react-router';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useMayLeave } from '../../../platform/page/useMayLeave.ts';
import { permittedViews, type View } from '../../../platform/session/organizations.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import { defaultPathOf } from '../../routes/mountedRoutes.ts';
import { useShell } from '../ShellContext.ts';

/** Areas in the switcher; settings and profile have separate entries. */
const switchable: readonly View[] = ['console', 'audit', 'workbench', 'tickets'];

/** Areas the user may switch to. */
export const useViews = (): View[] => {
  const { profile, perms } = useSession();
  const { routes } = useShell();
  if (!profile) return [];
  const permitted = permittedViews({ profile, has: (permission) => perms.has(permission) });
  return switchable.filter(
    (view) => permitted.includes(view) && routes.some((route) => route.view === view && !route.external),
  );
};

/**
 * Switches to an area, whose organization is then determined again, and remembers the area for the next
 * visit.
 */
export const useSwitchView = (): ((view: View) => Promise<void>) => {
  const { storage, session } = usePlatform();
  const { routes } = useShell();
  const navigate = useNavigate();
  const mayLeave = useMayLeave();
  return async (view) => {
    if (!(await mayLeave())) return;
    storage.preView.set(view);
    session.set({ initialised: false });
    await navigate(defaultPathOf(routes, session.get().perms, view));
  };
};
