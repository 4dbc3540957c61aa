import { askToLeave, isGuarded } from './leaveGuards.ts';
import { useAskLoss } from './useAskLoss.ts';

/**
 * Asks whether unsaved changes may be lost, before something that cannot be undone, such as signing out or
 * switching the organization under a form.
 */
export const useMayLeave = (): (() => Promise<boolean>) => {
  const ask = useAskLoss();
  return async () => (isGuarded() ? askToLeave(() => ask('leave')) : true);
};
