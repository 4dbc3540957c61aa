import { sessionList } from '@gatehouse/contract/layouts/terminal/session.ts';
import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import { useListScope } from '../../../engine/list/ListScope.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { usePatchRows } from '../../../engine/list/usePatchRows.ts';
import type { Session } from './Session.ts';
import { SESSIONS_URL, SessionState } from './sessionCells.tsx';
import { sessionColumns } from './sessionColumns.ts';
import { useSessionActions } from './useSessionActions.tsx';

/**
 * Delay before the list is reloaded after a termination; components report the end of a session within this
 * time.
 */
const RELOAD_MS = 50_000;

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
  const { isFinished, params } = input;
  const actions = useSessionActions({
    onHeld: (row, is_locked) => patchRow(row.id, { is_locked }),
    onTerminated: () =>
      void setTimeout(() => void client.invalidateQueries({ queryKey: ['list', SESSIONS_URL] }), RELOAD_MS),
  });
  return {
    columns: {
      id: { Cell: NumberCell, title: t('session.number'), width: 64, card: 'hidden' },
      ...sessionColumns({ target: t('session.target'), commands: t('session.commands') }),
      state: { Cell: StateCell, title: t('session.state'), width: 110, card: 'state' },
    },
    mode: sessionList,
    params: { ...params, ...(isFinished !== undefined && { is_finished: isFinished ? 1 : 0 }) },
    ...(isFinished === false && { emptyText: t('session.emptyOnline') }),
    createActions: () => [],
    moreActions: () => [],
    rowActions: (row) => actions(row),
    rowName: (row) => `${row.user} → ${row.asset}`,
  };
};
