import { pushPlanDetail, pushPlanList } from '@gatehouse/contract/layouts/accounts/pushaccountautomation.ts';
import { pushRunList } from '@gatehouse/contract/layouts/accounts/pushaccountexecution.ts';
import type { pushaccountautomation } from '@gatehouse/contract/resources/accounts/pushaccountautomation.ts';
import type { pushaccountexecution } from '@gatehouse/contract/resources/accounts/pushaccountexecution.ts';
import { useTranslation } from 'react-i18next';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { followPlanRuns, planRunColumns, runsOfPlan } from '../accountPlans/planSlots.tsx';
import { PushTabs, RUNS_URL, useRunActions, useStart } from './pushSlots.tsx';

type Plan = typeof pushaccountautomation;

/** Plans that push accounts to machines. */
export function PushPlanListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const start = useStart();
  const slots: ListSlots<Plan> = {
    mode: pushPlanList,
    columns: {
      name: { card: 'title' },
      accounts: { width: 200, card: 'fact' },
      secret_strategy: { width: 180 },
      periodic_display: { width: 200, card: 'fact' },
      executed_amount: { width: 90, align: 'right' },
    },
    rowActions: (row, usual, list) => [start(row, list.refetch), ...usual],
    emptyText: t('pushes.empty'),
  };
  const tabs = <PushTabs active="AccountPushList" />;
  return <ResourceListPage {...props} slots={slots} tabs={tabs} help={t('pushes.help')} />;
}

const runColumns = { ...planRunColumns, ...runsOfPlan('AccountPushExecutionDetail') };

/** The runs of one plan. */
function RunsTab({ plan }: { plan: string }) {
  const { t } = useTranslation('areas');
  const actions = useRunActions();
  const routes = useRouteNames();
  const slots: ListSlots<typeof pushaccountexecution> = {
    mode: {
      ...pushRunList,
      columns: ['date_start', 'status', 'trigger', 'date_finished', 'reason', 'actions'],
    },
    columns: runColumns,
    refreshAfter: followPlanRuns,
    createActions: () => [],
    rowActions: (row, _usual, list) => actions(row, list.refetch),
    detailPath: (row) => routes.path('AccountPushExecutionDetail', { id: row.id }),
    emptyText: t('changes.noRuns'),
  };
  return <EmbeddedList name="AccountPushRuns" url={`${RUNS_URL}?automation_id=${plan}`} slots={slots} />;
}

/** A plan that pushes accounts, and its runs. */
export function PushPlanDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const can = useCan();
  const start = useStart();
  const slots: DetailSlots<Plan> = {
    layout: pushPlanDetail,
    actions: (usual, detail) => [start(detail.row, detail.refetch), ...usual],
    tabs: ({ id }) => [
      {
        key: 'AccountPushExecutionList',
        label: t('pushes.tabs.AccountPushExecutionList'),
        hidden: !can('accounts.view_pushaccountexecution'),
        render: () => <RunsTab plan={id} />,
      },
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
