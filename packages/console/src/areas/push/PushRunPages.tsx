import { pushRunDetail, pushRunList } from '@gatehouse/contract/layouts/accounts/pushaccountexecution.ts';
import type { pushaccountexecution } from '@gatehouse/contract/resources/accounts/pushaccountexecution.ts';
import { useTranslation } from 'react-i18next';
import { RelatedLink } from '../../engine/cells/RelatedLink.tsx';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { followPlanRuns, PlanRunPill, planRunColumns } from '../accountPlans/planSlots.tsx';
import { ChangeRecords } from '../changeSecret/ChangeRecords.tsx';
import { PushTabs, RUNS_URL, useRunActions } from './pushSlots.tsx';

type Execution = typeof pushaccountexecution;

/** Runs of all plans that push accounts, the latest first. */
export function PushRunListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const actions = useRunActions();
  const slots: ListSlots<Execution> = {
    mode: pushRunList,
    columns: planRunColumns,
    refreshAfter: followPlanRuns,
    createActions: () => [],
    rowActions: (row, _usual, list) => actions(row, list.refetch),
    emptyText: t('changes.noRuns'),
  };
  const tabs = <PushTabs active="AccountPushExecutionList" />;
  return <ResourceListPage {...props} slots={slots} tabs={tabs} help={t('pushes.help')} />;
}

const PlanLink = ({ value, row }: CellIn<Execution, 'automation'>) => (
  <RelatedLink value={{ id: value, name: row.name }} route="AccountPushDetail" />
);

/** A run of a plan: its status, accounts and log, and a button that stops it while it is running. */
export function PushRunDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const actions = useRunActions();
  const slots: DetailSlots<Execution> = {
    layout: pushRunDetail,
    cells: { automation: PlanLink },
    status: (row) => <PlanRunPill status={row.status} url={RUNS_URL} />,
    hasActivity: false,
    refreshAfter: (row) => followPlanRuns([row]),
    actions: (_usual, detail) => actions(detail.row, detail.refetch),
    tabs: ({ row: run }) => [
      { key: 'records', label: t('changes.records'), render: () => <ChangeRecords run={run} kind="push" /> },
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
