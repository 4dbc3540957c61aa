import { Dash } from '../../../theme/text/Dash.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import { OverflowText } from '../../../theme/text/OverflowText.tsx';
import { isEmptyValue } from '../../resource/row.ts';
import type { CellProps, FieldUi } from '../FieldUi.ts';
import { ui as text } from '../text/ui.tsx';

const UuidCell = ({ value }: CellProps) =>
  isEmptyValue(value) ? (
    <Dash />
  ) : (
    <OverflowText>
      <Mono>{String(value)}</Mono>
    </OverflowText>
  );

/** An id that is not a relation to another row. */
export const ui: FieldUi = {
  editedAs: 'text',
  ...text,
  Cell: UuidCell,
  column: { width: 290, card: 'hidden' },
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    uuid: typeof ui;
  }
}
