import { useCallback, useEffect, useId, useRef } from 'react';
import { startFocus } from '../../theme/kit/startFocus.ts';

/**
 * Puts the focus where a library dialog starts; the library would put it on the close button. `mark` goes on
 * the dialog, `StartFocus` into its content, and `changed` learns when the dialog is shown or hidden.
 */
export const useStartFocus = () => {
  const id = useId();
  const stop = useRef<() => void>(undefined);
  const begin = useCallback(() => {
    const dialog = document.querySelector<HTMLElement>(`[data-dialog="${id}"] [role="dialog"]`);
    stop.current ??= dialog ? startFocus(dialog) : undefined;
  }, [id]);
  const end = useCallback(() => {
    stop.current?.();
    stop.current = undefined;
  }, []);
  useEffect(() => end, [end]);
  // A dialog that is shown again has kept its content.
  const changed = (isOpen: boolean) => (isOpen ? begin() : end());
  return { mark: { 'data-dialog': id }, begin, changed };
};

/** Begins before the library's own effect, which leaves a focus inside the dialog alone. */
export function StartFocus({ begin }: { begin: () => void }) {
  useEffect(begin, [begin]);
  return null;
}
