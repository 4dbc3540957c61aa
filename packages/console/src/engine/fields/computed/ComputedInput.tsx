import type { InputProps } from '../FieldUi.ts';
import { ComputedCell } from './ui.tsx';

/** A read-only value. */
export const ComputedInput = ({ value, name, meta }: InputProps) => (
  <ComputedCell value={value} name={name} meta={meta} row={{ id: '' }} />
);
