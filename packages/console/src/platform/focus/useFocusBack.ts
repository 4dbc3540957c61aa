import { useEffect } from 'react';
import { bringFocusBack } from './focusTrail.ts';

/** Brings the focus back to where it was when something that took it is closed, also by taking it off the page. */
export const useFocusBack = (isOpen: boolean): void => {
  useEffect(() => {
    if (!isOpen) return;
    return () => queueMicrotask(bringFocusBack);
  }, [isOpen]);
};
