import { useLayoutEffect, useRef } from 'react';
import { usePlatform } from '../Platform.tsx';

/** Questions belong to the page that asked them: leaving it answers all pending ones with no. */
export const useDialogsOfPage = (path: string): void => {
  const { dialogs } = usePlatform();
  const shown = useRef(path);
  // Before the effects of the next page, whose own questions stay.
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    dialogs.withdraw();
  }, [dialogs, path]);
};
