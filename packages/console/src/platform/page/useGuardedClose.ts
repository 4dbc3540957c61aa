import { useRef } from 'react';
import { useAskLoss } from './useAskLoss.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';

/**
 * Closes a dialog, after asking where something typed into it would be lost; leaving the page asks as well. The changes
 * of a page below are not what the question is about, and stay guarded.
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
