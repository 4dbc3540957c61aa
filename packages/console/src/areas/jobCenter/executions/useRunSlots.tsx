import { runList } from '@gatehouse/contract/layouts/ops/jobexecution.ts';
import type { jobexecution } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import { useTranslation } from 'react-i18next';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { runColumns } from './runColumns.tsx';
import { useRunActions } from './useRunActions.ts';

/** How soon a list is loaded again while a run goes on. */
const FOLLOW_MS = 2_000;

/** A list of runs that follows those that go on. */
export const useRunSlots = (): ListSlots<typeof jobexecution> => {
  const { t } = useTranslation('ops');
  const routes = useRouteNames();
  const actions = useRunActions();
  return {
    mode: runList,
    columns: runColumns,
    refreshAfter: (rows) => (rows.some((row) => !row.is_finished) ? FOLLOW_MS : undefined),
    createActions: () => [],
    rowActions: (row, _usual, list) => actions(row, list.refetch),
    detailPath: ({ id }) => routes.path('ExecutionDetail', { id }),
    emptyText: t('executions.empty'),
  };
};
