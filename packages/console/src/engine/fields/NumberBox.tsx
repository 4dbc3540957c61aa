import { InputNumber } from 'antd';
import { ariaOf } from './ariaOf.ts';
import type { InputProps } from './FieldUi.ts';

/** A number: how many digits may follow the point, and what is said behind it. */
export type NumberProps = InputProps & { precision?: number; suffix?: string };

/** Where a number is typed. */
export const NumberBox = ({ precision, suffix, ...props }: NumberProps) => (
  <InputNumber
    {...ariaOf(props)}
    value={props.value as number | null}
    onChange={(next) => props.onChange?.(next)}
    precision={precision}
    suffix={suffix}
    style={{ width: '100%' }}
  />
);
