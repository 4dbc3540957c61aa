import { useSyncExternalStore } from 'react';

const MOBILE = 992;
const NARROW = 1200;
const REFERENCE = 1440;

/** Size class of the window. */
export type Viewport = { width: number; isMobile: boolean; isNarrow: boolean; isWide: boolean };

let current: Viewport | undefined;
const measure = (): Viewport => {
  const width = window.innerWidth;
  if (current?.width !== width) {
    current = { width, isMobile: width < MOBILE, isNarrow: width < NARROW, isWide: width >= REFERENCE };
  }
  return current as Viewport;
};
const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

/** Mobile is below 992 px, narrow below 1200, wide from 1440. */
export const useViewport = (): Viewport => useSyncExternalStore(subscribe, measure, measure);
