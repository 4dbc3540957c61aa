import { useSyncExternalStore } from 'react';
import type { WorkTab } from './workspace.ts';

/** Returns what `read` yields for the sessions of these tabs, updated whenever one of them changes. */
export const useSessionText = (
  tabs: readonly WorkTab[],
  read: (tabs: readonly WorkTab[]) => string,
): string =>
  useSyncExternalStore(
    (listener) => {
      const stops = tabs.map((tab) => tab.session.store.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => read(tabs),
  );
