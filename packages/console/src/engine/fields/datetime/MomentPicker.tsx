import { DatePicker } from 'antd';
import { parseTime, toWireTime } from '../../../platform/time/time.ts';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';
import { useMomentPopup } from './useMomentPopup.ts';

/** Picks a date and time; replaces a field that has the focus, and with `opens` opens on click. */
export const MomentPicker = ({ opens, ...props }: InputProps & { opens: boolean }) => (
  <DatePicker
    {...ariaOf(props)}
    showTime
    autoFocus
    defaultOpen={opens}
    format="YYYY-MM-DD HH:mm:ss"
    {...useMomentPopup()}
    style={{ width: '100%' }}
    allowClear={Boolean(props.meta.nullable)}
    value={typeof props.value === 'string' && props.value ? parseTime(props.value) : null}
    onChange={(next) => props.onChange?.(next ? toWireTime(next) : null)}
  />
);
