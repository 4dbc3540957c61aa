import { useEffect } from 'react';
import { usePlatform } from '../Platform.tsx';

/** Questions belong to the page that led to them: when it is left, all that wait are answered with no. */
export const useDialogsOfPage = (path: string): void => {
  const { dialogs } = usePlatform();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what is left
  useEffect(
    () => () => {
      for (const one of dialogs.store.get().pending)
        one.kind === 'confirm' ? one.settle(false) : one.settle(undefined);
    },
    [dialogs, path],
  );
};
