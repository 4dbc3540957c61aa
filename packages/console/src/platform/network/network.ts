import { createStore } from '../store.ts';

/** State of the connection to the server. */
export type NetworkState = { isOnline: boolean; isSlow: boolean };

const SLOW_MS = 5_000;

/** Watches whether the browser is online, and whether an answer takes long. */
export const createNetwork = (
  target: Pick<Window, 'addEventListener'> & { navigator: { onLine: boolean } },
) => {
  const store = createStore<NetworkState>({ isOnline: target.navigator.onLine, isSlow: false });
  target.addEventListener('online', () => store.set({ isOnline: true }));
  target.addEventListener('offline', () => store.set({ isOnline: false, isSlow: false }));
  const late = new Set<symbol>();
  return {
    store,
    /** Called when a request starts; the returned function is called when it ends, even with an error. */
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

/** The connection to the server. */
export type Network = ReturnType<typeof createNetwork>;
