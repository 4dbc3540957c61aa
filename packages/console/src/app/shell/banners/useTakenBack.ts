import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back when the user goes back, so that what lies over the page closes; a page that was already loading does
 * not count.
 */
export const useTakenBack = (onBack: () => void): void => {
  const take = useEffectEvent(onBack);
  useEffect(() => {
    const listen = () => take();
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  }, []);
};
