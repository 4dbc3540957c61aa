import { CollapsedTags } from '../../cells/CollapsedTags.tsx';
import { textOf } from '../../resource/row.ts';
import type { CellProps, FieldUi } from '../FieldUi.ts';

/** A value as a list. */
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value ? [value] : []);

/** Short strings as tags: the first three, and if there are more, `+n`, which opens a list of all. */
export const TagsCell = ({ value }: Pick<CellProps, 'value'>) => (
  <CollapsedTags items={asList(value).map(textOf)} />
);

/** Several short strings. */
export const ui: FieldUi = {
  Cell: TagsCell,
  column: { width: 160, card: 'tags' },
  toForm: (value) => asList(value),
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    list: typeof ui;
  }
}
