import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { SOUGHT } from './settingPath.ts';

/** Highlights a field; again, if it is highlighted already. */
const mark = (field: HTMLElement) => {
  field.removeAttribute('data-sought');
  // Reading its size makes the browser take note, so that the highlight starts over.
  void field.offsetWidth;
  field.setAttribute('data-sought', '');
};

/** Brings a setting into view, highlighted and with the focus on its input, when the address names it. */
export const useSoughtSetting = (name: string): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null);
  const [query] = useSearchParams();
  const { key } = useLocation();
  const shownFor = useRef<string>(undefined);
  const isSought = query.get(SOUGHT) === name;
  useEffect(() => {
    const field = place.current;
    // The same setting may be looked for again.
    if (!isSought || !field || shownFor.current === key) return;
    shownFor.current = key;
    mark(field);
    field.scrollIntoView({ block: 'center' });
    field.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
  }, [isSought, key]);
  return place;
};
