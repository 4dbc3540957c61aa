import { useEffect, useEffectEvent } from 'react';
import { type Location, type NavigationType, useBlocker, useLocation } from 'react-router';
import { forgetAgreement, guardPage, isGuarded } from './leaveGuards.ts';
import { useMayLeave } from './useMayLeave.ts';

/**
 * Whether a navigation leaves the page. Going back also counts if only the query changes (another tab, filter
 * or search), because that closes what was opened on the page.
 */
const isElsewhere = (here: Location, there: Location, action: NavigationType): boolean =>
  here.pathname !== there.pathname || (action === 'POP' && here.search !== there.search);

/** Asks before unsaved changes are lost by navigating or by closing the browser tab. */
export const useLeaveGuard = (dirty: boolean): void => {
  const mayLeave = useEffectEvent(useMayLeave());
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there, historyAction }) =>
      // Checks all pages and dialogs, because the router asks only one guard: with a dialog open that is the
      // dialog's, even if it has no changes.
      isGuarded() && isElsewhere(here, there, historyAction),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isLast = true;
    void mayLeave().then((yes) => {
      if (!isLast) return;
      if (yes) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      isLast = false;
    };
  }, [blocker]);

  const { key } = useLocation();
  useEffect(() => {
    if (key) forgetAgreement();
  }, [key]);

  useEffect(() => {
    if (!dirty) return;
    const release = guardPage();
    const warn = (event: BeforeUnloadEvent) => isGuarded() && event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      release();
      window.removeEventListener('beforeunload', warn);
    };
  }, [dirty]);
};
