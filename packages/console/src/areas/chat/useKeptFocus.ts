import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus inside a part of the page whose focused buttons come and go: when one goes, the question takes it, or
 * the part itself while nothing can be asked. Whoever clicks elsewhere has left.
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
  // Ahead of the page's own keeper, which would take the nearest button.
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    const question = part.current?.querySelector<HTMLElement>('textarea:not(:disabled)');
    (question ?? part.current)?.focus();
  });
};
