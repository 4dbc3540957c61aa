import { useSyncExternalStore } from 'react';

/** A value whose changes can be observed. */
export type Store<T> = {
  get: () => T;
  set: (next: Partial<T>) => void;
  subscribe: (listener: () => void) => () => void;
};

/** A small observable object: `set` merges values and notifies each listener once. */
export const createStore = <T extends object>(initial: T): Store<T> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = { ...value, ...next };
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** The current value of a store; the component re-renders when it changes. */
export const useStore = <T extends object>(store: Store<T>): T =>
  useSyncExternalStore(store.subscribe, store.get, store.get);
