import { Button } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { DatetimeInput } from '../../../engine/fields/datetime/DatetimeInput.tsx';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { toWireTime } from '../../../platform/time/time.ts';

const DAYS = [7, 30, 90];
/** "No end" on the wire: seventy years of 365 days. */
const NO_END_DAYS = 25_550;

/** Input for the end of a permission, with shortcuts. */
export function ExpiryInput(props: InputProps) {
  const { t } = useTranslation('resources');
  const { t: common } = useTranslation('common');
  const set = (days: number) => () => props.onChange?.(toWireTime(dayjs().add(days, 'day')));
  return (
    <div style={{ display: 'grid', gap: 6 }}>
      <DatetimeInput {...props} />
      <div className="row" style={{ gap: 6, flexWrap: 'wrap' }}>
        {DAYS.map((days) => (
          <Button key={days} size="small" disabled={props.disabled} onClick={set(days)}>
            {t('permission.days', { count: days })}
          </Button>
        ))}
        <Button size="small" disabled={props.disabled} onClick={set(NO_END_DAYS)}>
          {common('noEnd')}
        </Button>
      </div>
    </div>
  );
}
