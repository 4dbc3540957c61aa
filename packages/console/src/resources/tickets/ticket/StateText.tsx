import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/useSession.ts';
import type { GlyphName, StatusKind } from '../../../theme/icon/Glyph.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { isAwaiting, type OnItsWay } from './process.ts';
import { stateOf, type Ticket, type TicketState } from './ticket.ts';

type Look = { kind: StatusKind; glyph?: GlyphName };

/** The fields that determine a ticket's state. */
export type StateOf = OnItsWay & Pick<Ticket, 'state'>;

/** How the states of a ticket look. */
export const stateLooks: Readonly<Record<TicketState, Look>> = {
  pending: { kind: 'wait' },
  approved: { kind: 'ok', glyph: 'done' },
  rejected: { kind: 'bad' },
  closed: { kind: 'off' },
};

/** Look of a level's state. */
export const levelLook = (state: string): Look =>
  Object.entries(stateLooks).find(([word]) => word === state)?.[1] ?? stateLooks.pending;

/** The state in words; if the ticket waits for the user, that instead. */
export const useStateWord = () => {
  const { t } = useTranslation('tickets');
  const { profile } = useSession();
  return (row: StateOf): string => (isAwaiting(row, profile) ? t('waitingForYou') : row.state.label);
};

/** State of a ticket in a list. */
export function StateText({ row }: { row: StateOf }) {
  const wordOf = useStateWord();
  return <StatusText {...stateLooks[stateOf(row)]}>{wordOf(row)}</StatusText>;
}
