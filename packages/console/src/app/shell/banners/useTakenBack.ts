import { useEffect, useEffectEvent } from 'react';

/** The way back takes along what lies over a page; a page that was still on its way when it opened does not. */
export const useTakenBack = (onBack: () => void): void => {
  const take = useEffectEvent(onBack);
  useEffect(() => {
    const listen = () => take();
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  }, []);
};
