import { useEffect, useEffectEvent } from 'react';

/** Going back closes what lies over a page; the arrival of a page that was already loading does not. */
export const useTakenBack = (onBack: () => void): void => {
  const take = useEffectEvent(onBack);
  useEffect(() => {
    const listen = () => take();
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  }, []);
};
