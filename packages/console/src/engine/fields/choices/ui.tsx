import { rawOf } from '../../resource/row.ts';
import type { FieldUi } from '../FieldUi.ts';
import { TagsCell } from '../list/ui.tsx';

/** A selection of named values. */
export const ui: FieldUi = {
  Cell: TagsCell,
  column: { width: 160, card: 'tags' },
  filterChoices: (meta) => meta.choices?.map(({ value, label }) => ({ value: String(value), label })),
  toForm: (value) => (Array.isArray(value) ? value.map(rawOf) : []),
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    choices: typeof ui;
  }
}
