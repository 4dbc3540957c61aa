import AreaChartOutlined from '@ant-design/icons/AreaChartOutlined';
import { backgroundTasks, taskDetail } from '@gatehouse/contract/layouts/ops/celerytask.ts';
import type { celerytask } from '@gatehouse/contract/resources/ops/celerytask.ts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import {
  CycleCell,
  EnabledCell,
  HealthCell,
  MetaCell,
  NextCell,
  SummaryCell,
  TaskNameCell,
} from '../../resources/ops/celerytask/taskCells.tsx';
import { RunsTab } from '../../resources/ops/celerytaskexecution/RunsTab.tsx';

const listSlots: ListSlots<typeof celerytask> = {
  mode: backgroundTasks,
  rowActions: () => [],
  rowName: (row) => row.meta.comment,
  columns: {
    name: { Cell: TaskNameCell, width: 240, card: 'title' },
    summary: { Cell: SummaryCell, width: 130, align: 'right' },
    state: { Cell: HealthCell, width: 190, card: 'state' },
    date_last_publish: { card: 'time' },
    exec_cycle: { Cell: CycleCell, width: 130 },
    next_exec_time: { Cell: NextCell, width: 170 },
    enabled: { Cell: EnabledCell, width: 90 },
  },
};

/** What the servers do in the background, by schedule or on request. */
export function TaskListPage(props: ResourcePageProps) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const routes = useRouteNames();
  const monitor = routes.canOpen('TaskMonitor') ? routes.path('TaskMonitor') : undefined;
  return (
    <ResourceListPage
      {...props}
      slots={listSlots}
      help={t('help')}
      extra={
        monitor && (
          <Button icon={<AreaChartOutlined aria-hidden />} onClick={() => void navigate(monitor)}>
            {t('monitor.open')}
          </Button>
        )
      }
    />
  );
}

/** One background task: what it does, when, and its runs. */
export function TaskDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('tasks');
  const can = useCan();
  const slots: DetailSlots<typeof celerytask> = {
    layout: taskDetail,
    title: (row) => row.meta.comment,
    cells: {
      meta: MetaCell,
      summary: SummaryCell,
      state: HealthCell,
      exec_cycle: CycleCell,
      next_exec_time: NextCell,
      enabled: EnabledCell,
    },
    hasActivity: false,
    actions: () => [],
    tabs: () => [
      {
        key: 'TaskHistory',
        label: t('runs'),
        hidden: !can('ops.view_celerytaskexecution'),
        render: (detail) => <RunsTab task={detail.id} />,
      },
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
