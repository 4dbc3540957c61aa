import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onBack` when the user goes back or forward, so that overlays close. A page that was already loading
 * when the overlay opened does not close it.
 */
export const useTakenBack = (onBack: () => void): void => {
  const take = useEffectEvent(onBack);
  useEffect(() => {
    const listen = () => take();
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  }, []);
};
