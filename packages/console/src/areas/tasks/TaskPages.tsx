import AreaChartOutlined from '@ant-design/icons/AreaChartOutlined';
import { backgroundTasks, taskDetail } from '@gatehouse/contract/layouts/ops/celerytask.ts';
import type { celerytask } from '@gatehouse/contract/resources/ops/celerytask.ts';
import { Button } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { TabLine } from '../../platform/page/TabLine.tsx';
import { visibleTabs } from '../../platform/page/tabs.ts';
import { useActiveTab } from '../../platform/page/useActiveTab.ts';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useTag } from '../../platform/route/useTag.ts';
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
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { SettingPanel } from '../settings/SettingPanel.tsx';
import { SettingSearch } from '../settings/SettingSearch.tsx';
import { useSettingPanels } from '../settings/useSettingPanels.ts';

/** The tab with the settings of the nightly clean-up. */
const CLEAN = 'Clean';

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

/** The line of tabs: the tasks, and how long records are kept for those who may change that. */
const useTabs = () => {
  const { t } = useTranslation('tasks');
  const can = useCan();
  const all = [
    { key: 'TaskList', label: t('title') },
    { key: CLEAN, label: t('cleanUp'), hidden: !can('settings.change_clean') },
  ];
  const [active, pick] = useActiveTab(all);
  const shown = visibleTabs(all);
  const tabs = shown.length > 1 && <TabLine bare tabs={shown} active={active} onPick={pick} />;
  return { tabs, isCleanUp: active === CLEAN };
};

/** How long records are kept, before the nightly task removes them. */
function CleanUp({ tabs }: { tabs: ReactNode }) {
  const panels = useSettingPanels();
  const panel = panels.data?.find(({ name }) => name === 'clean');
  return (
    <PageFrame fill tabs={tabs} extra={<SettingSearch panels={panels.data} />}>
      {panel ? (
        <SettingPanel panel={panel} />
      ) : panels.error ? (
        <Failed query={panels} />
      ) : (
        <SkeletonRows rows={4} columns={2} />
      )}
    </PageFrame>
  );
}

/** The clean-up settings by themselves, for users who may not see tasks; others are led to the tab of the tasks. */
export function CleanPage() {
  const routes = useRouteNames();
  const navigate = useNavigate();
  const { search } = useLocation();
  const tag = useTag();
  const can = useCan();
  const tasks = can('ops.view_celerytask') ? routes.path('TaskList') : undefined;
  useEffect(() => {
    if (!tasks || !tag.isShown) return;
    tag.close();
    void navigate({ pathname: tasks, search, hash: CLEAN }, { replace: true });
  }, [tasks, search, tag, navigate]);
  return tasks ? null : <CleanUp tabs={false} />;
}

/** What the servers do in the background, by schedule or on request. */
export function TaskListPage(props: ResourcePageProps) {
  const { t } = useTranslation('tasks');
  const navigate = useNavigate();
  const routes = useRouteNames();
  const monitor = routes.canOpen('TaskMonitor') ? routes.path('TaskMonitor') : undefined;
  const { tabs, isCleanUp } = useTabs();
  const panels = useSettingPanels(!isCleanUp);
  if (isCleanUp) return <CleanUp tabs={tabs} />;
  return (
    <ResourceListPage
      {...props}
      slots={listSlots}
      help={t('help')}
      tabs={tabs}
      extra={
        <>
          {/* "/" leads to the search of the list. */}
          <SettingSearch panels={panels.data} hasShortcut={false} />
          {monitor && (
            <Button icon={<AreaChartOutlined aria-hidden />} onClick={() => void navigate(monitor)}>
              {t('monitor.open')}
            </Button>
          )}
        </>
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
