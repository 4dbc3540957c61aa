import { useEffect } from 'react';
import { bringFocusBack } from './focusTrail.ts';

/** Restores the focus when what took it is closed or unmounted. */
export const useFocusBack = (isOpen: boolean): void => {
  useEffect(() => {
    if (!isOpen) return;
    return () => queueMicrotask(bringFocusBack);
  }, [isOpen]);
};
