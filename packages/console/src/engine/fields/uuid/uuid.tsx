import { Dash } from '../../../theme/text/Dash.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import { OverflowText } from '../../../theme/text/OverflowText.tsx';
import { isEmptyValue } from '../../resource/row.ts';
import type { CellProps, FieldUi } from '../FieldUi.ts';
import { text } from '../text/text.tsx';

const UuidCell = ({ value }: CellProps) =>
  isEmptyValue(value) ? (
    <Dash />
  ) : (
    <OverflowText>
      <Mono>{String(value)}</Mono>
    </OverflowText>
  );

/** An id without relation semantics. */
export const uuid: FieldUi = { ...text, Cell: UuidCell, column: { width: 290, card: 'hidden' } };
