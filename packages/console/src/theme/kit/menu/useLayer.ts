import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Point, placeLayer, type Side } from './placeLayer.ts';

/** A layer above everything else. It stays at its anchor, also while the page scrolls. */
export const useLayer = (anchor: Element | Point, { side, align }: Side) => {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => ref.current?.showPopover(), []);
  // Placed after every render, because its size may have changed.
  useLayoutEffect(() => {
    if (ref.current) placeLayer(ref.current, anchor, { side, align });
  });
  useEffect(() => {
    const follow = () => ref.current && placeLayer(ref.current, anchor, { side, align });
    window.addEventListener('resize', follow);
    window.addEventListener('scroll', follow, true);
    return () => {
      window.removeEventListener('resize', follow);
      window.removeEventListener('scroll', follow, true);
    };
  }, [anchor, side, align]);
  return ref;
};
