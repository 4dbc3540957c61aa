import { type KeyboardEvent, useCallback, useRef, useState } from 'react';

/** Height of a line in pixels. */
export const lineHeight = 28;
/** Height of a list that has not been laid out yet. */
const usualHeight = 560;
/** Lines drawn above and below those in view. */
const spare = 8;
const pageOfLines = 10;

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + pageOfLines,
  PageUp: (at) => at - pageOfLines,
  Home: () => 0,
  End: (_, last) => last,
};

/** A long list of which only the lines in view are drawn; keys move through all of them. */
export const useLines = () => {
  const [place, setPlace] = useState({ top: 0, height: usualHeight });
  const [at, setAt] = useState(-1);
  const node = useRef<HTMLDivElement | null>(null);
  const look = () => {
    const { scrollTop: top = 0, clientHeight = 0 } = node.current ?? {};
    setPlace({ top, height: clientHeight || usualHeight });
  };
  const ref = useCallback((found: HTMLDivElement | null) => {
    node.current = found;
    if (!found || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() =>
      setPlace({ top: found.scrollTop, height: found.clientHeight || usualHeight }),
    );
    observer.observe(found);
    return () => observer.disconnect();
  }, []);
  const reveal = (line: number) => {
    const list = node.current;
    if (!list) return;
    const [top, bottom] = [line * lineHeight, (line + 1) * lineHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  };
  /** Moves by a key among this many lines; returns the new line. */
  const move = (event: KeyboardEvent, count: number): number | undefined => {
    const step = steps[event.key];
    if (!step || count === 0) return undefined;
    event.preventDefault();
    const next = Math.max(0, Math.min(count - 1, step(at, count - 1)));
    setAt(next);
    reveal(next);
    return next;
  };
  const first = Math.max(0, Math.floor(place.top / lineHeight) - spare);
  const last = Math.ceil((place.top + place.height) / lineHeight) + spare;
  return { ref, onScroll: look, move, setAt, first, last };
};
