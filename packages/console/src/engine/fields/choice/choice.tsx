import { rawOf } from '../../resource/row.ts';
import type { FieldUi } from '../FieldUi.ts';
import { TextCell } from '../text/text.tsx';

/** One of several named values. */
export const choice: FieldUi = {
  Cell: TextCell,
  column: { width: 120, card: 'fact' },
  filterChoices: (meta) => meta.choices?.map(({ value, label }) => ({ value: String(value), label })),
  toForm: rawOf,
};
