import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useMomentPopup } from '../../fields/datetime/useMomentPopup.ts';
import { type DateRange, lastDays, SHORTCUT_DAYS, shortcutText } from './dateRange.ts';

type Props = { value: DateRange; days: number | undefined; onChoose: (range: DateRange) => void };

/** Shortcuts, start and end of a range. */
export function DateRangePanel({ value, days, onChoose }: Props) {
  const { t } = useTranslation('engine');
  return (
    <div style={{ display: 'grid', gap: 12, maxWidth: 'min(380px, calc(100vw - 56px))' }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
        {SHORTCUT_DAYS.map((back) => {
          const { key, count } = shortcutText(back);
          return (
            <Button
              key={back}
              size="small"
              aria-pressed={back === days}
              onClick={() => onChoose(lastDays(back))}
            >
              {t(key, { count })}
            </Button>
          );
        })}
      </div>
      <DatePicker.RangePicker
        aria-label={t('dates.label')}
        showTime
        allowClear={false}
        style={{ width: '100%', minWidth: 0 }}
        format="YYYY-MM-DD HH:mm"
        {...useMomentPopup()}
        value={[dayjs(value.date_from), dayjs(value.date_to)]}
        onChange={(next) => {
          if (next?.[0] && next[1]) {
            onChoose({ date_from: next[0].toISOString(), date_to: next[1].toISOString() });
          }
        }}
      />
    </div>
  );
}
