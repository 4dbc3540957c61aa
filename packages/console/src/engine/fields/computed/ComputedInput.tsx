import type { InputProps } from '../FieldUi.ts';
import { ComputedCell } from './ui.tsx';

/** A value that is only shown. */
export const ComputedInput = ({ value, name, meta }: InputProps) => (
  <ComputedCell value={value} name={name} meta={meta} row={{ id: '' }} />
);
