import { Button } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { DatetimeInput } from '../../../engine/fields/datetime/DatetimeInput.tsx';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { isEndless } from '../../../platform/time/endless.ts';
import { parseTime, toWireTime } from '../../../platform/time/time.ts';

const DAYS = [7, 30, 90];
/** "No end" on the wire: seventy years of 365 days. */
const NO_END_DAYS = 25_550;

/** The shortcut whose end a permission has, to the day. */
const chosenDays = (end: Dayjs | undefined): number | undefined => {
  if (!end) return;
  return isEndless(end) ? NO_END_DAYS : Math.round(end.diff(undefined, 'day', true));
};
const CHOSEN = { borderColor: 'var(--primary)', color: 'var(--primary)' };

/** Input for the end of a permission, with shortcuts. */
export function ExpiryInput(props: InputProps) {
  const { t } = useTranslation('resources');
  const { t: common } = useTranslation('common');
  const chosen = chosenDays(parseTime(props.value as string | null | undefined));
  const shortcut = (days: number, words: string) => (
    <Button
      key={days}
      size="small"
      disabled={props.disabled}
      aria-pressed={days === chosen}
      style={days === chosen ? CHOSEN : undefined}
      onClick={() => props.onChange?.(toWireTime(dayjs().add(days, 'day')))}
    >
      {words}
    </Button>
  );
  return (
    <div style={{ display: 'grid', gap: 6 }}>
      <DatetimeInput {...props} />
      <div className="row" style={{ gap: 6, flexWrap: 'wrap' }}>
        {DAYS.map((days) => shortcut(days, t('permission.days', { count: days })))}
        {shortcut(NO_END_DAYS, common('noEnd'))}
      </div>
    </div>
  );
}
