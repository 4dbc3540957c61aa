import { rawOf } from '../../resource/row.ts';
import type { FieldUi } from '../FieldUi.ts';
import { TextCell } from '../text/ui.tsx';

/** The id of a related row as an object, as it is sent. */
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
