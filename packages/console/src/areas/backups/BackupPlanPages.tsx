import {
  backupPlanDetail,
  backupPlanList,
} from '@gatehouse/contract/layouts/accounts/accountbackupautomation.ts';
import { backupRunList } from '@gatehouse/contract/layouts/accounts/accountbackupexecution.ts';
import type { accountbackupautomation } from '@gatehouse/contract/resources/accounts/accountbackupautomation.ts';
import type { accountbackupexecution } from '@gatehouse/contract/resources/accounts/accountbackupexecution.ts';
import { useTranslation } from 'react-i18next';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { RowIn } from '../../engine/resource/row.ts';
import { joined } from '../../platform/i18n/joined.ts';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { Dash } from '../../theme/text/Dash.tsx';
import { OverflowText } from '../../theme/text/OverflowText.tsx';
import { runsOfPlan } from '../accountPlans/PlanRuns.tsx';
import { BackupTabs, followRuns, RUNS_URL, runColumns, useRunActions, useStart } from './backupSlots.tsx';
import { TypesCell } from './TypesInput.tsx';

type Plan = typeof accountbackupautomation;

/** Plans that send the secrets of accounts away, encrypted. */
export function BackupPlanListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const start = useStart();
  const maySeeSecrets = useCan()('accounts.view_accountsecret');
  const slots: ListSlots<Plan> = {
    mode: backupPlanList,
    columns: {
      name: { card: 'title' },
      types: { Cell: TypesCell, width: 240, card: 'fact' },
      backup_type: { width: 150 },
      periodic_display: { width: 200, card: 'fact' },
      executed_amount: { width: 90, align: 'right' },
    },
    createActions: (usual) => [
      maySeeSecrets ? usual : { ...usual, can: false, reason: t('backups.needSecrets') },
    ],
    rowActions: (row, usual, list) => [start(row, list.refetch), ...usual],
    emptyText: t('backups.empty'),
  };
  const tabs = <BackupTabs active="AccountBackupPlanList" />;
  return <ResourceListPage {...props} slots={slots} tabs={tabs} help={t('backups.help')} />;
}

const columnsOfRuns = { ...runColumns, ...runsOfPlan('AccountBackupPlanExecutionDetail') };

/** The runs of one plan. */
function RunsTab({ plan }: { plan: string }) {
  const { t } = useTranslation('areas');
  const actions = useRunActions();
  const routes = useRouteNames();
  const slots: ListSlots<typeof accountbackupexecution> = {
    mode: {
      ...backupRunList,
      columns: ['date_start', 'status', 'trigger', 'timedelta', 'reason', 'actions'],
    },
    columns: columnsOfRuns,
    refreshAfter: followRuns,
    createActions: () => [],
    rowActions: (row, _usual, list) => actions(row, list.refetch),
    detailPath: (row) => routes.path('AccountBackupPlanExecutionDetail', { id: row.id }),
    emptyText: t('backups.noRuns'),
  };
  return <EmbeddedList name="AccountBackupRuns" url={`${RUNS_URL}?plan_id=${plan}`} slots={slots} />;
}

type Sending = Pick<
  RowIn<Plan>,
  | 'backup_type'
  | 'is_password_divided_by_email'
  | 'is_password_divided_by_obj_storage'
  | 'recipients_part_one'
  | 'recipients_part_two'
  | 'obj_recipients_part_one'
  | 'obj_recipients_part_two'
>;

/** Who gets what, by the way in which a plan sends. */
const sendingOf = (row: Sending) =>
  row.backup_type.value === 'email'
    ? {
        isDivided: row.is_password_divided_by_email,
        one: row.recipients_part_one,
        two: row.recipients_part_two,
      }
    : {
        isDivided: row.is_password_divided_by_obj_storage,
        one: row.obj_recipients_part_one,
        two: row.obj_recipients_part_two,
      };

function SecretsFact({ row }: { row: Sending }) {
  const { t } = useTranslation('areas');
  const { isDivided, two } = sendingOf(row);
  return isDivided && two.length > 0 ? t('backups.divided') : t('backups.whole');
}

const Names = ({ of }: { of: readonly { name: string }[] }) =>
  of.length > 0 ? <OverflowText>{joined(of.map(({ name }) => name))}</OverflowText> : <Dash />;
const PartOne = ({ row }: { row: Sending }) => <Names of={sendingOf(row).one} />;
const PartTwo = ({ row }: { row: Sending }) => <Names of={sendingOf(row).two} />;

/** A backup plan, and its runs. */
export function BackupPlanDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const can = useCan();
  const start = useStart();
  const slots: DetailSlots<Plan, 'secrets' | 'part_one' | 'part_two'> = {
    layout: backupPlanDetail,
    cells: { types: TypesCell, secrets: SecretsFact, part_one: PartOne, part_two: PartTwo },
    labels: {
      secrets: t('backups.secrets'),
      part_one: t('backups.partOne'),
      part_two: t('backups.partTwo'),
    },
    actions: (usual, detail) => [start(detail.row, detail.refetch), ...usual],
    tabs: ({ id }) => [
      {
        key: 'AccountBackupPlanExecutionList',
        label: t('backups.tabs.AccountBackupPlanExecutionList'),
        hidden: !can('accounts.view_accountbackupexecution'),
        render: () => <RunsTab plan={id} />,
      },
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
