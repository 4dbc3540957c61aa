import { usePlatform } from '../../../platform/Platform.tsx';
import { useMayLeave } from '../../../platform/page/useMayLeave.ts';
import { leaveTo } from '../../../platform/session/leave.ts';

/** Ends the web session on the server, clears local state, and leaves through the sign-out page. */
export const useLogout = (): (() => Promise<void>) => {
  const { http, session, queryClient } = usePlatform();
  const mayLeave = useMayLeave();
  return async () => {
    if (!(await mayLeave())) return;
    const here = window.location.pathname + window.location.search;
    // Cleared only when the page is hidden: the user sees no half-cleared page, and the browser's page cache
    // keeps no data.
    window.addEventListener('pagehide', () => {
      session.reset();
      queryClient.clear();
    });
    await leaveTo(http, here);
  };
};
