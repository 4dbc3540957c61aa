import {
  backupRunDetail,
  backupRunList,
} from '@gatehouse/contract/layouts/accounts/accountbackupexecution.ts';
import type { accountbackupexecution } from '@gatehouse/contract/resources/accounts/accountbackupexecution.ts';
import { useTranslation } from 'react-i18next';
import { RelatedLink } from '../../engine/cells/RelatedLink.tsx';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { BackupTabs, followRuns, RunPill, runColumns, SecondsCell, useRunActions } from './backupSlots.tsx';

type Execution = typeof accountbackupexecution;

/** Runs of all backup plans, the latest first. */
export function BackupRunListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const actions = useRunActions();
  const slots: ListSlots<Execution> = {
    mode: backupRunList,
    columns: runColumns,
    refreshAfter: followRuns,
    createActions: () => [],
    rowActions: (row, _usual, list) => actions(row, list.refetch),
    emptyText: t('backups.noRuns'),
  };
  const tabs = <BackupTabs active="AccountBackupPlanExecutionList" />;
  return <ResourceListPage {...props} slots={slots} tabs={tabs} help={t('backups.help')} />;
}

const PlanLink = ({ value, row }: CellIn<Execution, 'plan'>) => (
  <RelatedLink value={{ id: value, name: row.name }} route="AccountBackupPlanDetail" />
);

/** A run of a backup plan: how it went, its log, and a stop while it goes on. */
export function BackupRunDetailPage(props: ResourcePageProps) {
  const actions = useRunActions();
  const slots: DetailSlots<Execution> = {
    layout: backupRunDetail,
    cells: { plan: PlanLink, timedelta: SecondsCell },
    status: (row) => <RunPill row={row} />,
    hasActivity: false,
    refreshAfter: (row) => followRuns([row]),
    actions: (_usual, detail) => actions(detail.row, detail.refetch),
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
