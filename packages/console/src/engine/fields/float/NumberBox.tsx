import { InputNumber } from 'antd';
import { useState } from 'react';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';
import { isNoNumber } from '../integer/ui.tsx';

/** A number: how many digits may follow the point, and what is said behind it. */
export type NumberProps = InputProps & { precision?: number; suffix?: string };

/** Signs a number may begin with, before its first digit is typed. */
const BEGUN = /^[+-]?\.?$/;

/** Where a number is typed; anything else is told while it is typed, and gone when the box is left. */
export const NumberBox = ({ precision, suffix, ...props }: NumberProps) => {
  const { value, onChange } = props;
  const [kept, setKept] = useState(value);
  const isBad = isNoNumber(value);
  const judge = (typed: string) => {
    const text = typed.trim();
    if (isNoNumber(text) && !BEGUN.test(text)) {
      if (!isBad) setKept(value);
      onChange?.(text);
    } else if (isBad && text === '') onChange?.(null);
    // Any other number the box tells by itself.
    else if (isBad && (BEGUN.test(text) || Number(text) === kept)) onChange?.(kept);
  };
  return (
    <InputNumber
      {...ariaOf(props)}
      value={(isBad ? kept : value) as number | null}
      onChange={(next) => onChange?.(next)}
      onInput={judge}
      onBlur={() => {
        if (isBad) onChange?.(kept);
        props.onBlur?.();
      }}
      precision={precision}
      suffix={suffix}
      style={{ width: '100%' }}
    />
  );
};
