import {
  gatherPlanDetail,
  gatherPlanList,
} from '@gatehouse/contract/layouts/accounts/gatheraccountsautomation.ts';
import { gatherRunList } from '@gatehouse/contract/layouts/accounts/gatheraccountsexecution.ts';
import type { gatheraccountsautomation } from '@gatehouse/contract/resources/accounts/gatheraccountsautomation.ts';
import type { gatheraccountsexecution } from '@gatehouse/contract/resources/accounts/gatheraccountsexecution.ts';
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
import { GatherTabs, RUNS_URL, useRunActions, useStart } from './gatherSlots.tsx';

type Plan = typeof gatheraccountsautomation;

/** Plans that look for the accounts of machines. */
export function GatherPlanListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const start = useStart();
  const slots: ListSlots<Plan> = {
    mode: gatherPlanList,
    columns: {
      name: { card: 'title' },
      assets: { width: 200, card: 'fact' },
      nodes: { width: 180 },
      periodic_display: { width: 200, card: 'fact' },
      executed_amount: { width: 90, align: 'right' },
    },
    rowActions: (row, usual, list) => [start(row, list.refetch), ...usual],
    emptyText: t('gather.empty'),
  };
  const tabs = <GatherTabs active="AccountGatherList" />;
  return <ResourceListPage {...props} slots={slots} tabs={tabs} help={t('gather.help')} />;
}

const runColumns = { ...planRunColumns, ...runsOfPlan('AccountGatherExecutionDetail') };

/** The runs of one plan. */
function RunsTab({ plan }: { plan: string }) {
  const { t } = useTranslation('areas');
  const actions = useRunActions();
  const routes = useRouteNames();
  const slots: ListSlots<typeof gatheraccountsexecution> = {
    mode: {
      ...gatherRunList,
      columns: ['date_start', 'status', 'trigger', 'date_finished', 'reason', 'actions'],
    },
    columns: runColumns,
    refreshAfter: followPlanRuns,
    createActions: () => [],
    rowActions: (row, _usual, list) => actions(row, list.refetch),
    detailPath: (row) => routes.path('AccountGatherExecutionDetail', { id: row.id }),
    emptyText: t('changes.noRuns'),
  };
  return <EmbeddedList name="AccountGatherRuns" url={`${RUNS_URL}?automation_id=${plan}`} slots={slots} />;
}

/** A plan that looks for accounts, and its runs. */
export function GatherPlanDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const can = useCan();
  const start = useStart();
  const slots: DetailSlots<Plan> = {
    layout: gatherPlanDetail,
    actions: (usual, detail) => [start(detail.row, detail.refetch), ...usual],
    tabs: ({ id }) => [
      {
        key: 'AccountGatherExecutionList',
        label: t('gather.tabs.AccountGatherExecutionList'),
        hidden: !can('accounts.view_gatheraccountsexecution'),
        render: () => <RunsTab plan={id} />,
      },
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
