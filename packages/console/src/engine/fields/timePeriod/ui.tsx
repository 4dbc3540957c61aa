import type { DayPeriod } from '@gatehouse/contract/acls/timePeriod.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useWords } from '../../i18n/useWords.ts';
import type { CellProps, FieldUi } from '../FieldUi.ts';
import { TextCell } from '../text/ui.tsx';
import { timesText } from './timesText.ts';

/** Half-hours of the week in words. */
const TimesCell = ({ value, name }: CellProps) => {
  const t = useWords();
  const { language } = usePlatform();
  const text = timesText(Array.isArray(value) ? (value as DayPeriod[]) : [], language, t);
  return <TextCell name={name} value={text ?? t('timePeriod.always')} />;
};

/** Half-hours of the week, drawn as a grid. */
export const ui: FieldUi = {
  Cell: TimesCell,
  column: { width: 220, card: 'hidden' },
  wide: () => true,
  toForm: (value) => (Array.isArray(value) ? value : []),
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    timePeriod: typeof ui;
  }
}
