import { runsOfTask } from '@gatehouse/contract/layouts/ops/celerytaskexecution.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { celerytaskexecution } from '@gatehouse/contract/resources/ops/celerytaskexecution.ts';
import { useTranslation } from 'react-i18next';
import { openTaskLog } from '../../../engine/detail/useTask.ts';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListController, ListSlots } from '../../../engine/list/ListSlots.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useSession } from '../../../platform/session/useSession.ts';
import { isOngoing, RunStateText } from '../runState.tsx';

type Run = RowOf<typeof celerytaskexecution, 'list'>;

/** How soon the list looks again while something runs. */
const FOLLOW_MS = 2_000;

const StateCell = ({ value, row }: CellIn<typeof celerytaskexecution, 'state'>) => (
  <RunStateText state={value.value}>
    {value.label}
    {row.progress !== null && isOngoing(value.value) && <span className="num"> {row.progress} %</span>}
  </RunStateText>
);

/** The runs of a task: their output, a stop for those that run, and another run with the same input. */
export function RunsTab({ task }: { task: string }) {
  const { t } = useTranslation('tasks');
  const http = useHttp();
  const notify = useNotify();
  const confirm = useConfirm();
  const { isSuperAdmin } = useSession();

  const stop = async (row: Run, list: ListController<typeof celerytaskexecution>) => {
    const isSure = await confirm({
      title: t('stopQuestion', { name: row.task_name }),
      okText: t('stop'),
      danger: true,
    });
    if (!isSure) return;
    await http.call('POST /api/v1/ops/task-executions/:id/stop/', { params: { id: row.id } });
    notify.success(t('stopped'));
    list.refetch();
  };
  const again = async (row: Run, list: ListController<typeof celerytaskexecution>) => {
    const { task_id: id } = await http.call('POST /api/v1/ops/task-executions/', { query: { from: row.id } });
    notify.success(t('startedAgain'), { action: { label: t('output'), onClick: () => openTaskLog(id) } });
    list.refetch();
  };
  const slots: ListSlots<typeof celerytaskexecution> = {
    mode: runsOfTask,
    columns: {
      id: { width: 120, card: 'title' },
      state: { Cell: StateCell, width: 150, card: 'state' },
      time_cost: { width: 120, align: 'right' },
      error: { width: 260, showFull: true },
    },
    refreshAfter: (rows) => (rows.some(({ state }) => isOngoing(state.value)) ? FOLLOW_MS : undefined),
    rowName: (row) => row.task_name,
    rowActions: (row, _usual, list) => [
      { name: 'output', title: t('output'), onRun: () => openTaskLog(row.id) },
      {
        name: 'stop',
        title: t('stop'),
        danger: true,
        has: isOngoing(row.state.value),
        can: row.is_stoppable,
        reason: t('notStoppable'),
        onRun: () => stop(row, list),
      },
      {
        name: 'again',
        title: t('again'),
        can: isSuperAdmin,
        reason: t('superOnly'),
        onRun: () => again(row, list),
      },
    ],
  };
  return (
    <EmbeddedList name="TaskHistory" url={`/api/v1/ops/task-executions/?task_id=${task}`} slots={slots} />
  );
}
