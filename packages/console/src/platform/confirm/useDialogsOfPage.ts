import { useLayoutEffect, useRef } from 'react';
import { usePlatform } from '../Platform.tsx';

/** Questions belong to the page that asked them: leaving the page answers all of its pending ones with no. */
export const useDialogsOfPage = (path: string): void => {
  const { dialogs } = usePlatform();
  const shown = useRef(path);
  // Runs before the effects of the next page, so that the next page's own questions stay.
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    dialogs.withdraw();
  }, [dialogs, path]);
};
