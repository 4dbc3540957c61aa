import { rawOf } from '../../resource/row.ts';
import type { FieldUi } from '../FieldUi.ts';
import { toPk } from '../ref/ref.tsx';
import { TextCell } from '../text/text.tsx';

/** Many related rows. */
export const refs: FieldUi = {
  Cell: TextCell,
  column: { width: 170, card: 'hidden' },
  toForm: (value) => (Array.isArray(value) ? value.map(rawOf) : []),
  toWire: (value) => (Array.isArray(value) ? value.map(toPk) : []),
};
