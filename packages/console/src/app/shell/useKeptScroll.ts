import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

const THROTTLE_MS = 200;

/** Calls `act` at most once in 200 ms, and always after the last call. */
export const throttled = (act: () => void): { call: () => void; stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        act();
      }, THROTTLE_MS);
    },
    stop: () => clearTimeout(timer),
  };
};

/** Kept pages share a scroller: restores the position of each, and shows a new page from the top. */
export const useKeptScroll = (
  scroller: RefObject<HTMLElement | null>,
  path: string,
  kept: readonly string[],
): void => {
  const places = useRef(new Map<string, number>());
  const restore = useEffectEvent((shown: string) => {
    const place = kept.includes(shown) ? places.current.get(shown) : undefined;
    scroller.current?.scrollTo?.({ top: place ?? 0 });
  });
  useLayoutEffect(() => restore(path), [path]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const keep = throttled(() => places.current.set(path, element.scrollTop));
    element.addEventListener('scroll', keep.call, { passive: true });
    return () => {
      keep.stop();
      element.removeEventListener('scroll', keep.call);
    };
  }, [scroller, path]);
};
