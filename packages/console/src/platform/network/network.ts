import { createStore } from '../store.ts';

/** How the way to the server is. */
export type NetworkState = { isOnline: boolean; isSlow: boolean };

const SLOW_MS = 5_000;

/** Watches whether the browser has a network, and whether an answer lets a person wait. */
export const createNetwork = (
  target: Pick<Window, 'addEventListener'> & { navigator: { onLine: boolean } },
) => {
  const store = createStore<NetworkState>({ isOnline: target.navigator.onLine, isSlow: false });
  target.addEventListener('online', () => store.set({ isOnline: true }));
  target.addEventListener('offline', () => store.set({ isOnline: false, isSlow: false }));
  const late = new Set<symbol>();
  return {
    store,
    /** A request is on its way; called back once it is answered, whatever the answer. */
    waiting: (): (() => void) => {
      const request = Symbol('request');
      const timer = setTimeout(() => {
        late.add(request);
        store.set({ isSlow: store.get().isOnline });
      }, SLOW_MS);
      return () => {
        clearTimeout(timer);
        if (late.delete(request) && late.size === 0) store.set({ isSlow: false });
      };
    },
  };
};

/** The way to the server. */
export type Network = ReturnType<typeof createNetwork>;
