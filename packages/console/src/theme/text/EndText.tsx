import { useTranslation } from 'react-i18next';
import { isEndless } from '../../platform/time/endless.ts';
import { parseTime } from '../../platform/time/time.ts';
import { TimeText } from './TimeText.tsx';

/** When something ends: a time, or that it has no end. */
export function EndText({ value }: { value: string | null | undefined }) {
  const { t } = useTranslation('common');
  const end = parseTime(value);
  return end && isEndless(end) ? t('noEnd') : <TimeText value={value} />;
}
