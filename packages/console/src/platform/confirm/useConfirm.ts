import { usePlatform } from '../Platform.tsx';
import type { ConfirmQuestion } from './dialogs.ts';

/** Asks before something happens; resolves whether to go on. */
export const useConfirm = (): ((question: ConfirmQuestion) => Promise<boolean>) =>
  usePlatform().dialogs.confirm;
