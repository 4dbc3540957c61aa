import { useEffect } from 'react';
import { bringFocusBack } from './focusTrail.ts';

/** Returns the focus when a dialog or drawer is closed or unmounted. */
export const useFocusBack = (isOpen: boolean): void => {
  useEffect(() => {
    if (!isOpen) return;
    return () => queueMicrotask(bringFocusBack);
  }, [isOpen]);
};
