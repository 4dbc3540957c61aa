import { rawOf } from '../../resource/row.ts';
import type { FieldUi } from '../FieldUi.ts';
import { toPk } from '../ref/ui.tsx';
import { TextCell } from '../text/ui.tsx';

/** Many related rows. */
export const ui: FieldUi = {
  Cell: TextCell,
  column: { width: 170, card: 'hidden' },
  toForm: (value) => (Array.isArray(value) ? value.map(rawOf) : []),
  toWire: (value) => (Array.isArray(value) ? value.map(toPk) : []),
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    refs: typeof ui;
  }
}
