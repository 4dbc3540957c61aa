import { InputNumber } from 'antd';
import { ariaOf } from './ariaOf.ts';
import type { InputProps } from './FieldUi.ts';

/** A number with a fraction. */
export const FloatInput = (props: InputProps) => (
  <InputNumber
    {...ariaOf(props)}
    value={props.value as number | null}
    onChange={(next) => props.onChange?.(next)}
    style={{ width: '100%' }}
  />
);
