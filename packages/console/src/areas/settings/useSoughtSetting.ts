import { type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { SOUGHT } from './settingPath.ts';

/** Brings a setting into view, with the focus on its input, when the address names it. */
export const useSoughtSetting = (name: string): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null);
  const [query] = useSearchParams();
  const isSought = query.get(SOUGHT) === name;
  useEffect(() => {
    if (!isSought) return;
    place.current?.scrollIntoView({ block: 'center' });
    place.current?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
  }, [isSought]);
  return place;
};
