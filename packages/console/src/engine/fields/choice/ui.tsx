import { rawOf } from '../../resource/row.ts';
import type { FieldUi } from '../FieldUi.ts';
import { TextCell } from '../text/ui.tsx';

/** One of several named values. */
export const ui: FieldUi = {
  Cell: TextCell,
  column: { width: 120, card: 'fact' },
  filterChoices: (meta) => meta.choices?.map(({ value, label }) => ({ value: String(value), label })),
  toForm: rawOf,
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    choice: typeof ui;
  }
}
