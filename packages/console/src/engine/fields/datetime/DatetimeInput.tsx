import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import { Input } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../platform/part/part.ts';
import { isEndless } from '../../../platform/time/endless.ts';
import { formatAbsolute, parseTime } from '../../../platform/time/time.ts';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';

const MomentPicker = part(() => import('./MomentPicker.tsx').then((m) => m.MomentPicker));

/**
 * A date and time; the calendar is loaded when the field gets the focus. A time that stands for "never" is
 * shown as "No end", and as a date only while the field has the focus.
 */
export function DatetimeInput(props: InputProps) {
  const { t } = useTranslation('common');
  const [requested, want] = useState<'focus' | 'open'>();
  const [hasFocus, setFocus] = useState(false);
  const { value } = props;
  const time = typeof value === 'string' ? parseTime(value) : undefined;
  const never = time !== undefined && isEndless(time);
  const date = time ? formatAbsolute(time) : '';
  const shown = (
    <Input
      {...ariaOf(props)}
      disabled={props.disabled}
      value={never ? t('noEnd') : date}
      readOnly
      suffix={<CalendarOutlined aria-hidden />}
      onMouseDown={() => want('open')}
      onFocus={() => {
        setFocus(true);
        want((before) => before ?? 'focus');
      }}
    />
  );
  if (!requested || (never && !hasFocus)) return shown;
  return (
    <Suspense fallback={shown}>
      <MomentPicker {...props} opens={requested === 'open'} onFocusChange={setFocus} />
    </Suspense>
  );
}
