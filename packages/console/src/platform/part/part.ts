import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { isUnfetched } from '../http/errorText.ts';
import { createStore } from '../store.ts';
import { fetchMissingStyles } from './missingStyles.ts';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 10_000;

/** Number of parts being retried. */
export const missingParts = createStore({ count: 0 });

/**
 * A part of the console in a file of its own, loaded when first shown. If loading fails, it is retried, while
 * the page around it keeps its input.
 */
export const part = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => fetched(load));

const fetched = async <T>(load: () => Promise<T>): Promise<{ default: T }> => {
  const first = await attempt(load);
  if (first) return first;
  missingParts.set({ count: missingParts.get().count + 1 });
  try {
    for (let pause = FIRST_RETRY_MS; ; pause = Math.min(LAST_RETRY_MS, 2 * pause)) {
      await new Promise((resume) => setTimeout(resume, pause));
      const found = await attempt(load);
      if (found) return found;
    }
  } finally {
    missingParts.set({ count: missingParts.get().count - 1 });
  }
};

/** Returns undefined if loading failed; throws errors of the part itself. */
const attempt = async <T>(load: () => Promise<T>): Promise<{ default: T } | undefined> => {
  try {
    if (!(await fetchMissingStyles())) return undefined;
    return { default: await load() };
  } catch (error) {
    if (isUnfetched(error)) return undefined;
    throw error;
  }
};
