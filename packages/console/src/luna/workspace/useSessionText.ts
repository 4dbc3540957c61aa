import { useSyncExternalStore } from 'react';
import type { WorkTab } from './workspace.ts';

/** What `read` says about the sessions of these tabs, again whenever one of them changes. */
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
