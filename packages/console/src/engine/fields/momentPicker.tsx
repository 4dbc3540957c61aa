import { DatePicker } from 'antd';
import { parseTime, toWireTime } from '../../platform/time/time.ts';
import { ariaOf } from './ariaOf.ts';
import type { InputProps } from './FieldUi.ts';

/** Picks a moment with date and time. */
export const MomentPicker = (props: InputProps) => (
  <DatePicker
    {...ariaOf(props)}
    showTime
    format="YYYY-MM-DD HH:mm:ss"
    style={{ width: '100%' }}
    allowClear={Boolean(props.meta.nullable)}
    value={typeof props.value === 'string' && props.value ? parseTime(props.value) : null}
    onChange={(next) => props.onChange?.(next ? toWireTime(next) : null)}
  />
);
