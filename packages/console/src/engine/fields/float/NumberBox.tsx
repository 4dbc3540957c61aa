import { useState } from 'react';
import { NumberInput } from '../../../platform/input/NumberInput.tsx';
import { ariaOf } from '../ariaOf.ts';
import type { InputProps } from '../FieldUi.ts';
import { isNoNumber } from '../integer/ui.tsx';

/** Props of a number input: the usual ones, the number of decimals, and the unit shown after the number. */
export type NumberProps = InputProps & { precision?: number; suffix?: string };

/** The start of a number that has no digit yet. */
const BEGUN = /^[+-]?\.?$/;

/**
 * Input for a number. Text that is not a number is passed to the form, which flags it; on blur the last
 * number replaces it.
 */
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
    // The library's input reports all other numbers itself.
    else if (isBad && (BEGUN.test(text) || Number(text) === kept)) onChange?.(kept);
  };
  return (
    <NumberInput
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
