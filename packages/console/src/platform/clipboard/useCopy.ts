import { useCallback } from 'react';
import type { Platform } from '../createPlatform.ts';
import { usePlatform } from '../Platform.tsx';

const THROTTLE_MS = 1_400;
/** Time of the last copy on each page. */
const lastCopies = new WeakMap<Platform, number>();

/** Copies text, also over HTTP, where browsers have no clipboard API. */
const writeText = async (text: string): Promise<void> => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (!done) throw new Error('copy');
};

/** Copies text and reports it; another click within 1400 ms does nothing. */
export const useCopy = (): ((text: string) => Promise<void>) => {
  const platform = usePlatform();
  const { notify, i18n } = platform;
  return useCallback(
    async (text: string) => {
      const now = performance.now();
      if (now - (lastCopies.get(platform) ?? Number.NEGATIVE_INFINITY) < THROTTLE_MS) return;
      lastCopies.set(platform, now);
      try {
        await writeText(text);
        notify.copied();
      } catch {
        notify.error(i18n.t('copyFailed', { ns: 'common' }));
      }
    },
    [platform, notify, i18n],
  );
};
