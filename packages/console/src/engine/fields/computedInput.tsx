import { ComputedCell } from './computed.tsx';
import type { InputProps } from './FieldUi.ts';

/** A value that is only shown. */
export const ComputedInput = ({ value, name, meta }: InputProps) => (
  <ComputedCell value={value} name={name} meta={meta} row={{ id: '' }} />
);
