import type { accountbackupexecution } from '@gatehouse/contract/resources/accounts/accountbackupexecution.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Action } from '../../engine/action/Action.ts';
import { openTaskLog, useTask } from '../../engine/detail/useTask.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import type { RowIn } from '../../engine/resource/row.ts';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { TabLine } from '../../platform/page/TabLine.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import type { GlyphName, StatusKind } from '../../theme/icon/Glyph.tsx';
import { Pill } from '../../theme/tag/Pill.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';

/** Address of the runs of backup plans. */
export const RUNS_URL = '/api/v1/accounts/account-backup-plan-executions/';

/** How soon a page looks again while something runs. */
const FOLLOW_MS = 2_000;
const DECIMALS = 2;

type Execution = typeof accountbackupexecution;
/** A run as lists and pages show it. */
type Run = Pick<RowIn<Execution>, 'id' | 'name' | 'status' | 'progress'>;

const looks: Readonly<Record<string, { kind: StatusKind; glyph?: GlyphName }>> = {
  pending: { kind: 'off' },
  running: { kind: 'run' },
  success: { kind: 'ok', glyph: 'done' },
  failure: { kind: 'bad' },
  stopped: { kind: 'off', glyph: 'stopped' },
};

const isOngoing = ({ status }: Pick<Run, 'status'>): boolean =>
  status.value === 'pending' || status.value === 'running';

/** When runs are looked at again: never once all have ended. */
export const followRuns = (runs: readonly Pick<Run, 'status'>[]): number | undefined =>
  runs.some(isOngoing) ? FOLLOW_MS : undefined;

/** The status of a run in a list, with its progress. */
export function RunStatus({ row }: { row: Run }) {
  return (
    <StatusText {...(looks[row.status.value] ?? { kind: 'off' })}>
      {row.status.label}
      {isOngoing(row) && row.progress !== null && <span className="num"> {row.progress} %</span>}
    </StatusText>
  );
}

/** The status of a run in the header of its page. */
export const RunPill = ({ row }: { row: Run }) => (
  <Pill kind={looks[row.status.value]?.kind ?? 'off'}>{row.status.label}</Pill>
);

/** How long a run took. */
export const SecondsCell = ({ value }: CellIn<Execution, 'timedelta'>) => (
  <span className="num">{value.toFixed(DECIMALS)} s</span>
);

/** Starts a plan. */
export const useStart = () => {
  const { t } = useTranslation('areas');
  const can = useCan()('accounts.add_accountbackupexecution');
  const start = useTask();
  return (plan: { id: string }, onDone: () => void): Action => ({
    name: 'execute',
    title: t('backups.execute'),
    order: 1,
    can,
    reason: t('backups.noPermission'),
    onRun: async () => {
      await start(RUNS_URL, { plan: plan.id }, t('backups.started'));
      onDone();
    },
  });
};

/** Log and stop of a run. */
export const useRunActions = () => {
  const { t } = useTranslation('areas');
  const can = useCan();
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const stop = async ({ id, name }: Run, onDone: () => void) => {
    const title = t('backups.stopQuestion', { name });
    if (!(await confirm({ title, okText: t('backups.stop'), danger: true }))) return;
    await http.call('POST /api/v1/accounts/account-backup-plan-executions/:id/stop/', { params: { id } });
    notify.success(t('backups.stopped'));
    onDone();
  };
  return (run: Run, onDone: () => void): Action[] => [
    {
      name: 'log',
      title: t('backups.log'),
      can: can('ops.view_celerytaskexecution'),
      reason: t('backups.noPermission'),
      onRun: () => openTaskLog(run.id),
    },
    {
      name: 'stop',
      title: t('backups.stop'),
      danger: true,
      has: isOngoing(run),
      can: can('accounts.add_accountbackupexecution'),
      reason: t('backups.noPermission'),
      onRun: () => stop(run, onDone),
    },
  ];
};

/** Columns of runs. */
export const runColumns: NonNullable<ListSlots<Execution>['columns']> = {
  name: { card: 'title' },
  status: { Cell: RunStatus, width: 130, card: 'state' },
  trigger: { width: 110 },
  date_start: { card: 'time' },
  timedelta: { Cell: SecondsCell, width: 110, align: 'right' },
  reason: { width: 300, showFull: true },
};

const pages = ['AccountBackupPlanList', 'AccountBackupPlanExecutionList'] as const;

/** Plans and their runs as tabs; each has an address of its own. */
export function BackupTabs({ active }: { active: (typeof pages)[number] }) {
  const { t } = useTranslation('areas');
  const navigate = useNavigate();
  const routes = useRouteNames();
  const tabs = pages
    .filter((page) => page === active || routes.canOpen(page))
    .map((page) => ({ key: page, label: t(`backups.tabs.${page}`) }));
  if (tabs.length < 2) return null;
  return (
    <TabLine bare tabs={tabs} active={active} onPick={(page) => void navigate(routes.path(page) ?? '')} />
  );
}
