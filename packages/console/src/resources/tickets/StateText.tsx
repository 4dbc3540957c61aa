import { useTranslation } from 'react-i18next';
import type { CellProps } from '../../engine/fields/FieldUi.ts';
import { type Row, textOf } from '../../engine/resource/row.ts';
import { useSession } from '../../platform/session/useSession.ts';
import type { GlyphName, StatusKind } from '../../theme/Glyph.tsx';
import { StatusText } from '../../theme/StatusText.tsx';
import { isAwaiting } from './process.ts';
import { stateOf, type TicketState } from './ticket.ts';

/** How the states of a ticket look. */
export const stateLooks: Readonly<Record<TicketState, { kind: StatusKind; glyph?: GlyphName }>> = {
  pending: { kind: 'wait' },
  approved: { kind: 'ok', glyph: 'done' },
  rejected: { kind: 'bad' },
  closed: { kind: 'off' },
};

/** The state in words: whoever it waits for is told so. */
export const useStateWord = () => {
  const { t } = useTranslation('tickets');
  const { profile } = useSession();
  return (row: Row): string => (isAwaiting(row, profile) ? t('waitingForYou') : textOf(row.state));
};

/** State of a ticket in a list. */
export function StateText({ row }: Pick<CellProps, 'row'>) {
  const wordOf = useStateWord();
  return <StatusText {...stateLooks[stateOf(row)]}>{wordOf(row)}</StatusText>;
}
