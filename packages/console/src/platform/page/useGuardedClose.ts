import { useRef } from 'react';
import { useAskLoss } from './useAskLoss.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';

/**
 * Closes a dialog. If its input would be lost, the user is asked first, also before leaving the page. Unsaved
 * changes on the page below do not count here, and stay protected.
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
