import {
  changeRunDetail,
  changeRunList,
} from '@gatehouse/contract/layouts/accounts/changesecretexecution.ts';
import { changeRecordList } from '@gatehouse/contract/layouts/accounts/changesecretrecord.ts';
import type { changesecretexecution } from '@gatehouse/contract/resources/accounts/changesecretexecution.ts';
import type { changesecretrecord } from '@gatehouse/contract/resources/accounts/changesecretrecord.ts';
import { useTranslation } from 'react-i18next';
import { RelatedLink } from '../../engine/cells/RelatedLink.tsx';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { ChangeStatus, ChangeTabs, followRuns, RunPill, runColumns, useRunActions } from './changeSlots.tsx';

type Execution = typeof changesecretexecution;

/** How soon a page refreshes while it is not known which secret is valid. */
const DOUBT_MS = 5_000;

const RECORDS_URL = '/api/v1/accounts/change-secret-records/';

/** Runs of all secret change plans, the latest first. */
export function ChangeRunListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const actions = useRunActions();
  const slots: ListSlots<Execution> = {
    mode: changeRunList,
    columns: runColumns,
    refreshAfter: followRuns,
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

/** The outcome for each account of a run. */
function RecordsTab({ run }: { run: string }) {
  const { t } = useTranslation('areas');
  const slots: ListSlots<typeof changesecretrecord> = {
    mode: changeRecordList,
    columns: {
      account: { card: 'title' },
      asset: { card: 'fact' },
      status: { Cell: ChangeStatus, width: 140, card: 'state' },
      error: { width: 320, showFull: true },
    },
    refreshAfter: (rows) => followRuns(rows) && DOUBT_MS,
    createActions: () => [],
    rowActions: () => [],
    emptyText: t('changes.noRecords'),
  };
  return (
    <EmbeddedList
      name="AccountChangeSecretRecords"
      url={`${RECORDS_URL}?execution_id=${run}`}
      slots={slots}
    />
  );
}

/** A run of a plan: its status, accounts and log, and a button that stops it while it is running. */
export function ChangeRunDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const can = useCan();
  const actions = useRunActions();
  const slots: DetailSlots<Execution> = {
    layout: changeRunDetail,
    cells: { automation: PlanLink },
    status: (row) => <RunPill row={row} />,
    hasActivity: false,
    refreshAfter: (row) => followRuns([row]),
    actions: (_usual, detail) => actions(detail.row, detail.refetch),
    tabs: ({ id }) => [
      {
        key: 'records',
        label: t('changes.records'),
        hidden: !can('accounts.view_changesecretrecord'),
        render: () => <RecordsTab run={id} />,
      },
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
