import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import { Button, Popover } from 'antd';
import dayjs from 'dayjs';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../platform/part/part.ts';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { type DateRange, shortcutOf, shortcutText } from './dateRange.ts';

const DateRangePanel = part(() => import('./DateRangePanel.tsx').then((m) => m.DateRangePanel));

type Props = { value: DateRange; onChange: (range: DateRange) => void };

const dayOf = (iso: string) => dayjs(iso).format('YYYY-MM-DD');

/** The time range of a list, with shortcuts; it cannot be cleared. */
export function DateRangeButton({ value, onChange }: Props) {
  const { t } = useTranslation('engine');
  const [isOpen, setOpen] = useState(false);
  const days = shortcutOf(value);
  const choose = (range: DateRange) => {
    setOpen(false);
    onChange(range);
  };
  const shortcut = days === undefined ? undefined : shortcutText(days);
  const label = shortcut
    ? t(shortcut.key, { count: shortcut.count })
    : t('dates.range', { from: dayOf(value.date_from), to: dayOf(value.date_to) });
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      content={
        <Suspense fallback={<SkeletonRows rows={2} columns={1} height={32} />}>
          <DateRangePanel value={value} days={days} onChoose={choose} />
        </Suspense>
      }
    >
      <Button icon={<CalendarOutlined aria-hidden />} aria-label={t('dates.button', { range: label })}>
        {label}
      </Button>
    </Popover>
  );
}
