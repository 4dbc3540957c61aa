import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import { Input } from 'antd';
import { Suspense, useState } from 'react';
import { part } from '../../../platform/part/part.ts';
import { formatAbsolute, parseTime } from '../../../platform/time/time.ts';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';

const MomentPicker = part(() => import('./MomentPicker.tsx').then((m) => m.MomentPicker));

/** A moment with date and time; the calendar is loaded when the field gets the focus. */
export function DatetimeInput(props: InputProps) {
  const [requested, want] = useState<'focus' | 'open'>();
  const { value } = props;
  const time = typeof value === 'string' ? parseTime(value) : undefined;
  const shown = (
    <Input
      {...ariaOf(props)}
      disabled={props.disabled}
      value={time ? formatAbsolute(time) : ''}
      readOnly
      suffix={<CalendarOutlined aria-hidden />}
      onMouseDown={() => want('open')}
      onFocus={() => want((before) => before ?? 'focus')}
    />
  );
  if (!requested) return shown;
  return (
    <Suspense fallback={shown}>
      <MomentPicker {...props} opens={requested === 'open'} />
    </Suspense>
  );
}
