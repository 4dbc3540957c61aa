import { useSyncExternalStore } from 'react';

type Listener = (path: string) => void;

const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let told: readonly string[] = [];

/** Tells all listeners that rows of the collection at this path have changed. */
export const tellChanged = (path: string): void => {
  for (const listener of listeners) listener(path);
};

/** Calls `listener` whenever rows have changed; returns a function that stops it. */
export const onChanged = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Sets the collections whose changes the server tells from now on; none while the connection is lost. What
 * changed before the connection was there has not been told, so each counts as changed.
 */
export const setTold = (paths: readonly string[]): void => {
  told = paths;
  for (const watcher of watchers) watcher();
  for (const path of paths) tellChanged(path);
};

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

/** Whether the server tells when the rows at this URL change; a query key that contains the URL does too. */
export const useIsTold = (url: string): boolean =>
  useSyncExternalStore(watch, () => told.some((path) => url.includes(path)));

/** How soon what the server tells of is looked at nevertheless, because an event may be lost. */
const SELDOM_MS = 30_000;

/** How long to wait before data that changes by itself is looked at again. */
export const waitBetween = (afterMs: number, isTold: boolean): number =>
  isTold ? Math.max(afterMs, SELDOM_MS) : afterMs;
