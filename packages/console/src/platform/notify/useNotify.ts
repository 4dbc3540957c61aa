import { usePlatform } from '../Platform.tsx';
import type { Notifier } from './notifier.ts';

/** The notifier of the page. */
export const useNotify = (): Notifier => usePlatform().notify;
