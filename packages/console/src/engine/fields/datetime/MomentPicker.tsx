import { DatePicker } from 'antd';
import { parseTime, toWireTime } from '../../../platform/time/time.ts';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';
import { useMomentPopup } from './useMomentPopup.ts';

type Props = InputProps & { opens: boolean; onFocusChange: (hasFocus: boolean) => void };

/**
 * Picks a date and time. It replaces the field that has just got the focus, and takes over the focus; `opens`
 * also opens the calendar.
 */
export const MomentPicker = ({ opens, onFocusChange, ...props }: Props) => (
  <DatePicker
    {...ariaOf(props)}
    showTime
    autoFocus
    defaultOpen={opens}
    onFocus={() => onFocusChange(true)}
    onBlur={() => onFocusChange(false)}
    format="YYYY-MM-DD HH:mm:ss"
    {...useMomentPopup()}
    style={{ width: '100%' }}
    allowClear={Boolean(props.meta.nullable)}
    value={typeof props.value === 'string' && props.value ? parseTime(props.value) : null}
    onChange={(next) => props.onChange?.(next ? toWireTime(next) : null)}
  />
);
