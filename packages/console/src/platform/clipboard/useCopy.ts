import { useCallback } from 'react';
import { usePlatform } from '../Platform.tsx';

const THROTTLE_MS = 1_400;
let lastCopy = Number.NEGATIVE_INFINITY;

/** Puts text on the clipboard, also where the browser refuses the clipboard outside of TLS. */
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

/** Copies text and says so; a second click within 1400 ms does nothing. */
export const useCopy = (): ((text: string) => Promise<void>) => {
  const { notify, i18n } = usePlatform();
  return useCallback(
    async (text: string) => {
      const now = performance.now();
      if (now - lastCopy < THROTTLE_MS) return;
      lastCopy = now;
      try {
        await writeText(text);
        notify.copied();
      } catch {
        notify.error(i18n.t('copyFailed', { ns: 'common' }));
      }
    },
    [notify, i18n],
  );
};
