import {
  gatherRunDetail,
  gatherRunList,
} from '@gatehouse/contract/layouts/accounts/gatheraccountsexecution.ts';
import type { gatheraccountsexecution } from '@gatehouse/contract/resources/accounts/gatheraccountsexecution.ts';
import { useTranslation } from 'react-i18next';
import { RelatedLink } from '../../engine/cells/RelatedLink.tsx';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { followPlanRuns, PlanRunPill, planRunColumns } from '../accountPlans/planSlots.tsx';
import { GatherTabs, RUNS_URL, useRunActions } from './gatherSlots.tsx';

type Execution = typeof gatheraccountsexecution;

/** Runs of all plans that look for accounts, the latest first. */
export function GatherRunListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const actions = useRunActions();
  const slots: ListSlots<Execution> = {
    mode: gatherRunList,
    columns: planRunColumns,
    refreshAfter: followPlanRuns,
    createActions: () => [],
    rowActions: (row, _usual, list) => actions(row, list.refetch),
    emptyText: t('changes.noRuns'),
  };
  const tabs = <GatherTabs active="AccountGatherExecutionList" />;
  return <ResourceListPage {...props} slots={slots} tabs={tabs} help={t('gather.help')} />;
}

const PlanLink = ({ value, row }: CellIn<Execution, 'automation'>) => (
  <RelatedLink value={{ id: value, name: row.name }} route="AccountGatherDetail" />
);

/** A run of a plan: its status and log, and a button that stops it while it is running. */
export function GatherRunDetailPage(props: ResourcePageProps) {
  const actions = useRunActions();
  const slots: DetailSlots<Execution> = {
    layout: gatherRunDetail,
    cells: { automation: PlanLink },
    status: (row) => <PlanRunPill status={row.status} url={RUNS_URL} />,
    hasActivity: false,
    refreshAfter: (row) => followPlanRuns([row]),
    actions: (_usual, detail) => actions(detail.row, detail.refetch),
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
