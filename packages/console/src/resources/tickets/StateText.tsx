import type { CellProps } from '../../engine/fields/FieldUi.ts';
import { textOf } from '../../engine/resource/row.ts';
import type { GlyphName, StatusKind } from '../../theme/Glyph.tsx';
import { StatusText } from '../../theme/StatusText.tsx';
import { stateOf, type TicketState } from './ticket.ts';

/** How the states of a ticket look. */
export const stateLooks: Readonly<Record<TicketState, { kind: StatusKind; glyph?: GlyphName }>> = {
  pending: { kind: 'wait' },
  approved: { kind: 'ok', glyph: 'done' },
  rejected: { kind: 'bad' },
  closed: { kind: 'off' },
};

/** State of a ticket in a list. */
export const StateText = ({ row }: Pick<CellProps, 'row'>) => (
  <StatusText {...stateLooks[stateOf(row)]}>{textOf(row.state)}</StatusText>
);
