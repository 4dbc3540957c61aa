import { InputNumber } from 'antd';
import { useState } from 'react';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';
import { isNoNumber } from '../integer/ui.tsx';

/** Most decimals of a number, and its unit. */
export type NumberProps = InputProps & { precision?: number; suffix?: string };

/** An incomplete number, before its first digit. */
const BEGUN = /^[+-]?\.?$/;

/** Input for a number; anything else is reported while typing, and cleared on blur. */
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
    // Other numbers are reported by the box itself.
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
