import { usePlatform } from '../Platform.tsx';
import type { ConfirmQuestion } from './dialogs.ts';

/** Asks before something happens; resolves to whether to continue. */
export const useConfirm = (): ((question: ConfirmQuestion) => Promise<boolean>) =>
  usePlatform().dialogs.confirm;
