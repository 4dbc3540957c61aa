import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { parseTime } from '../../platform/time/time.ts';

const DAY_MS = 86_400_000;

/** Texts for session facts that depend on the language. */
export const useFactTexts = () => {
  const { t } = useTranslation('luna');
  const { language } = usePlatform();
  return {
    /** The time of day, with the date if it is a day or more away. */
    moment: (instant: string): string => momentText(instant, language),
    clipboard: (actions: readonly string[]): string => {
      const [copy, paste] = [actions.includes('copy'), actions.includes('paste')];
      if (copy && paste) return t('clipboard.both');
      if (copy) return t('clipboard.copyOnly');
      return paste ? t('clipboard.pasteOnly') : t('clipboard.none');
    },
  };
};

/**
 * A time in a language: only the time of day if it is less than a day away, otherwise with day and month;
 * with the year if that is not this year.
 */
export const momentText = (instant: string, language: string, now = Date.now()): string => {
  const time = parseTime(instant);
  if (!time) return '';
  const isNear = Math.abs(time.valueOf() - now) < DAY_MS;
  const isThisYear = time.year() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    ...(!isNear && { day: 'numeric', month: 'short' }),
    ...(!isThisYear && { year: 'numeric' }),
  }).format(time.toDate());
};
