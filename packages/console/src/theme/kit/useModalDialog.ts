import { useEffect, useRef } from 'react';
import { startFocus } from './startFocus.ts';

/** Shows a dialog above everything else while it is mounted, with the focus inside, which returns afterwards. */
export const useModalDialog = () => {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    const stop = dialog ? startFocus(dialog) : undefined;
    return () => {
      stop?.();
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return ref;
};
