import { pushPlanDetail, pushPlanList } from '@gatehouse/contract/layouts/accounts/pushaccountautomation.ts';
import type { pushaccountautomation } from '@gatehouse/contract/resources/accounts/pushaccountautomation.ts';
import { useTranslation } from 'react-i18next';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { PlanRunsTab } from '../accountPlans/PlanRuns.tsx';
import { PushTabs, pushes, useStart } from './pushSlots.tsx';

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
        render: () => <PlanRunsTab plan={id} kind={pushes} />,
      },
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
