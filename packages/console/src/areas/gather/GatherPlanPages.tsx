import {
  gatherPlanDetail,
  gatherPlanList,
} from '@gatehouse/contract/layouts/accounts/gatheraccountsautomation.ts';
import type { gatheraccountsautomation } from '@gatehouse/contract/resources/accounts/gatheraccountsautomation.ts';
import { useTranslation } from 'react-i18next';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { PlanRunsTab } from '../accountPlans/PlanRuns.tsx';
import { GatherTabs, searches, useStart } from './gatherSlots.tsx';

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
        render: () => <PlanRunsTab plan={id} kind={searches} />,
      },
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
