import { usePlatform } from '../../../platform/Platform.tsx';
import { useMayLeave } from '../../../platform/page/useMayLeave.ts';
import { pathAfterSwitch } from '../../../platform/session/organizations.ts';
import { useFindOrg } from '../../../platform/session/useFindOrg.ts';
import type { Organization } from '../../../platform/session/wire.ts';
import { findRoute } from '../../routes/mountedRoutes.ts';
import { basePath } from '../../start/basePath.ts';
import { useShell } from '../ShellContext.ts';
import { useHere } from '../useHere.ts';

const RELOAD_MS = 400;

/**
 * Switches to another organization and reloads the console there, unless the organization is gone or the user
 * stays because of unsaved changes.
 */
export const useSwitchOrg = (): ((org: Organization) => Promise<void>) => {
  const { session, startUp } = usePlatform();
  const findOrg = useFindOrg();
  const { routes } = useShell();
  const { pathname } = useHere();
  const mayLeave = useMayLeave();
  return async (org) => {
    const { profile, currentOrg } = session.get();
    if (!profile || org.id === currentOrg?.id) return;
    if (!(await findOrg(org)) || !(await mayLeave())) return;
    startUp.choose(org);
    session.set({ initialised: false });
    const target = pathAfterSwitch(
      pathname,
      window.location.search,
      (path) => path === '/' || findRoute(routes, path) !== undefined,
    );
    setTimeout(() => window.location.assign(basePath + target), RELOAD_MS);
  };
};
