import { InputNumber } from 'antd';
import { ariaOf } from './ariaOf.ts';
import type { InputProps } from './FieldUi.ts';

/** A whole number. */
export const IntegerInput = (props: InputProps) => (
  <InputNumber
    {...ariaOf(props)}
    value={props.value as number | null}
    onChange={(next) => props.onChange?.(next)}
    precision={0}
    style={{ width: '100%' }}
  />
);
