import { usePlatform } from '../Platform.tsx';
import type { Notifier } from './notifier.ts';

/** Says what happened. */
export const useNotify = (): Notifier => usePlatform().notify;
