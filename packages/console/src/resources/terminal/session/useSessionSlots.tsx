import { sessionList } from '@gatehouse/contract/layouts/terminal/session.ts';
import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import { useListScope } from '../../../engine/list/ListScope.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { usePatchRows } from '../../../engine/list/usePatchRows.ts';
import { nameOfSession, type Session } from './Session.ts';
import { SESSIONS_URL, SessionState } from './sessionCells.tsx';
import { sessionColumns } from './sessionColumns.ts';
import { useEndingSessions } from './useEndingSessions.ts';
import { useSessionActions } from './useSessionActions.tsx';

/** How soon a list with running sessions looks again, and one in which a session is being ended. */
const FOLLOW_MS = 5_000;
const ENDING_MS = 1_000;

/** Number of a session's row in the list; a link to the page of the session. */
const NumberCell = ({ row }: { row: Session }) => {
  const list = useListScope();
  return (
    <span className="num">
      <RouteLink name="SessionDetail" params={{ id: row.id }}>
        {list?.placeOf(row)}
      </RouteLink>
    </span>
  );
};

const StateCell = ({ row }: { row: Session }) => <SessionState row={row} />;

/** The shared look and actions of session lists. */
export const useSessionSlots = (input: {
  isFinished?: boolean;
  params?: Record<string, unknown>;
}): ListSlots<typeof session, 'state'> => {
  const { t } = useTranslation('resources');
  const client = useQueryClient();
  const patchRow = usePatchRows(SESSIONS_URL);
  const ending = useEndingSessions();
  const { isFinished, params } = input;
  const actions = useSessionActions({
    onHeld: (row, is_locked) => patchRow(row.id, { is_locked }),
    onTerminated: () => void client.invalidateQueries({ queryKey: ['list', SESSIONS_URL] }),
  });
  return {
    columns: {
      id: { Cell: NumberCell, title: t('session.number'), width: 46, card: 'hidden' },
      ...sessionColumns({
        target: t('session.target'),
        commands: t('session.commands'),
        from: t('log.from'),
      }),
      state: { Cell: StateCell, title: t('session.state'), width: 84, card: 'state' },
    },
    mode: sessionList,
    params: { ...params, ...(isFinished !== undefined && { is_finished: isFinished ? 1 : 0 }) },
    ...(isFinished === false && { emptyText: t('session.emptyOnline') }),
    createActions: () => [],
    moreActions: () => [],
    rowActions: (row) => actions(row),
    refreshAfter: (rows) => {
      const running = rows.filter((row) => !row.is_finished);
      if (running.some(({ id }) => ending.has(id))) return ENDING_MS;
      return isFinished === false || running.length > 0 ? FOLLOW_MS : undefined;
    },
    rowName: nameOfSession,
  };
};
