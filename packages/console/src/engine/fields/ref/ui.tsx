import { rawOf } from '../../resource/row.ts';
import type { FieldUi } from '../FieldUi.ts';
import { TextCell } from '../text/ui.tsx';

/** Related rows are sent as objects; a typed name that is not an id yet creates the row. */
export const toPk = (value: unknown): unknown =>
  value === null || value === undefined || value === '' ? null : { pk: rawOf(value) };

/** One related row. */
export const ui: FieldUi = {
  Cell: TextCell,
  column: { width: 140, card: 'fact' },
  toForm: rawOf,
  toWire: toPk,
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    ref: typeof ui;
  }
}
