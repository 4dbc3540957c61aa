import { AmountCell } from '../../cells/AmountCell.tsx';
import type { CellProps, FieldUi } from '../FieldUi.ts';
import { ui as integer } from '../integer/ui.tsx';

const Amount = ({ value, row, name }: CellProps) => (
  <AmountCell value={Number(value ?? 0)} row={row} name={name} />
);

/** A number of related rows; their names load on demand. */
export const ui: FieldUi = {
  ...integer,
  Cell: Amount,
  column: { width: 110, align: 'right', card: 'hidden' },
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    amount: typeof ui;
  }
}
