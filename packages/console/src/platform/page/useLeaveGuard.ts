import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { guardPage, isGuarded } from './leaveGuards.ts';
import { useMayLeave } from './useMayLeave.ts';

/** Asks before a person leaves a page with changes, by navigation or by closing the tab. */
export const useLeaveGuard = (dirty: boolean): void => {
  const mayLeave = useEffectEvent(useMayLeave());
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    dirty && isGuarded() ? currentLocation.pathname !== nextLocation.pathname : false,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isLast = true;
    void mayLeave().then((yes) => {
      if (isLast) yes ? blocker.proceed() : blocker.reset();
    });
    return () => {
      isLast = false;
    };
  }, [blocker]);

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
