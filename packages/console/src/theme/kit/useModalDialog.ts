import { useEffect, useRef } from 'react';

/**
 * Shows a dialog above everything else while it is mounted. The element with `data-focus` gets the focus,
 * which returns afterwards.
 */
export const useModalDialog = () => {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    dialog?.querySelector<HTMLElement>('[data-focus]')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return ref;
};
