import { useRef } from 'react';
import { useAskLoss } from './useAskLoss.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';

/**
 * Closes a dialog, asking first if input would be lost; leaving the page asks as well. Changes of the page
 * below are not part of the question, and stay guarded.
 */
export const useGuardedClose = (isDirty: boolean, onClose: () => void): (() => void) => {
  const askLoss = useAskLoss();
  const isAsking = useRef(false);
  useLeaveGuard(isDirty);
  const ask = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    const isGone = await askLoss('drop');
    isAsking.current = false;
    if (isGone) onClose();
  };
  return () => (isDirty ? void ask() : onClose());
};
