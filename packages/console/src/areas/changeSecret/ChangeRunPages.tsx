import {
  changeRunDetail,
  changeRunList,
} from '@gatehouse/contract/layouts/accounts/changesecretexecution.ts';
import type { changesecretexecution } from '@gatehouse/contract/resources/accounts/changesecretexecution.ts';
import { useTranslation } from 'react-i18next';
import { RelatedLink } from '../../engine/cells/RelatedLink.tsx';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { followPlanRuns, PlanRunPill, planRunColumns } from '../accountPlans/planSlots.tsx';
import { ChangeRecords } from './ChangeRecords.tsx';
import { ChangeTabs, RUNS_URL, useRunActions } from './changeSlots.tsx';

type Execution = typeof changesecretexecution;

/** Runs of all secret change plans, the latest first. */
export function ChangeRunListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const actions = useRunActions();
  const slots: ListSlots<Execution> = {
    mode: changeRunList,
    columns: planRunColumns,
    refreshAfter: followPlanRuns,
    createActions: () => [],
    rowActions: (row, _usual, list) => actions(row, list.refetch),
    emptyText: t('changes.noRuns'),
  };
  const tabs = <ChangeTabs active="AccountChangeSecretExecutionList" />;
  return <ResourceListPage {...props} slots={slots} tabs={tabs} help={t('changes.help')} />;
}

const PlanLink = ({ value, row }: CellIn<Execution, 'automation'>) => (
  <RelatedLink value={{ id: value, name: row.name }} route="AccountChangeSecretDetail" />
);

/** A run of a plan: its status, accounts and log, and a button that stops it while it is running. */
export function ChangeRunDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const can = useCan();
  const actions = useRunActions();
  const slots: DetailSlots<Execution> = {
    layout: changeRunDetail,
    cells: { automation: PlanLink },
    status: (row) => <PlanRunPill status={row.status} url={RUNS_URL} />,
    hasActivity: false,
    refreshAfter: (row) => followPlanRuns([row]),
    actions: (_usual, detail) => actions(detail.row, detail.refetch),
    tabs: ({ row: run }) => [
      {
        key: 'records',
        label: t('changes.records'),
        hidden: !can('accounts.view_changesecretrecord'),
        render: () => <ChangeRecords run={run} />,
      },
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
