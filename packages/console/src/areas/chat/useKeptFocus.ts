import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus inside a part of the page whose buttons come and go: when the focused one disappears, the
 * input for a question gets the focus, or the part itself while input is disabled. A click elsewhere ends
 * this.
 */
export const useKeptFocus = (part: RefObject<HTMLElement | null>): void => {
  const isInside = useRef(false);
  useEffect(() => {
    const leave = () => {
      isInside.current = false;
    };
    const note = ({ target }: FocusEvent) => {
      isInside.current = part.current?.contains(target as Node) ?? false;
    };
    document.addEventListener('pointerdown', leave, { capture: true });
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('pointerdown', leave, { capture: true });
      document.removeEventListener('focusin', note);
    };
  }, [part]);
  // Runs before the page's own focus keeper, which would choose the nearest button.
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    const question = part.current?.querySelector<HTMLElement>('textarea:not(:disabled)');
    (question ?? part.current)?.focus();
  });
};
