import type { changesecretexecution } from '@gatehouse/contract/resources/accounts/changesecretexecution.ts';
import type { changesecretrecord } from '@gatehouse/contract/resources/accounts/changesecretrecord.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Action } from '../../engine/action/Action.ts';
import { openTaskLog, useTask } from '../../engine/detail/useTask.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import type { RowIn } from '../../engine/resource/row.ts';
import { useResource } from '../../engine/resource/useResource.ts';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { TabLine } from '../../platform/page/TabLine.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import type { GlyphName, StatusKind } from '../../theme/icon/Glyph.tsx';
import { Pill } from '../../theme/tag/Pill.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';

/** Address of the runs of secret change plans. */
export const RUNS_URL = '/api/v1/accounts/change-secret-executions/';

/** How soon a page refreshes while something is running. */
const FOLLOW_MS = 2_000;

type Execution = typeof changesecretexecution;
/** A run as lists and pages show it. */
export type Run = Pick<RowIn<Execution>, 'id' | 'name' | 'status'>;

type Status = Run['status'] | RowIn<typeof changesecretrecord, 'list'>['status'];

const looks: Readonly<Record<Status, { kind: StatusKind; glyph?: GlyphName }>> = {
  pending: { kind: 'off' },
  running: { kind: 'run' },
  success: { kind: 'ok', glyph: 'done' },
  failure: { kind: 'bad' },
  failed: { kind: 'bad' },
  stopped: { kind: 'off', glyph: 'stopped' },
};

/** Whether a run is still going on. */
export const isOngoing = ({ status }: { status: Status }): boolean =>
  status === 'pending' || status === 'running';

/** When runs are fetched again: never once all have ended. */
export const followRuns = (runs: readonly { status: Status }[]): number | undefined =>
  runs.some(isOngoing) ? FOLLOW_MS : undefined;

const labelOf = (status: Status, meta: FieldMeta | undefined): string =>
  meta?.choices?.find(({ value }) => value === status)?.label ?? status;

/** The status of a run, or of one of its changes, in a list. */
export const ChangeStatus = ({ value, meta }: { value: Status; meta: FieldMeta }) => (
  <StatusText {...looks[value]}>{labelOf(value, meta)}</StatusText>
);

/** The status of a run in the header of its page. */
export function RunPill({ row: { status } }: { row: Run }) {
  const { metas } = useResource(RUNS_URL);
  return <Pill kind={looks[status].kind}>{labelOf(status, metas.status)}</Pill>;
}

/** Starts a plan. */
export const useStart = () => {
  const { t } = useTranslation('areas');
  const can = useCan()('accounts.add_changesecretexecution');
  const start = useTask();
  return (plan: { id: string; is_active: boolean }, onDone: () => void): Action => ({
    name: 'execute',
    title: t('changes.execute'),
    order: 1,
    can: can && plan.is_active,
    reason: can ? t('changes.inactive') : t('changes.noPermission'),
    onRun: async () => {
      await start(RUNS_URL, { automation: plan.id }, t('changes.started'));
      onDone();
    },
  });
};

/** The buttons for the log of a run and for stopping it. */
export const useRunActions = () => {
  const { t } = useTranslation('areas');
  const can = useCan();
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const stop = async ({ id, name }: Run, onDone: () => void) => {
    const title = t('changes.stopQuestion', { name });
    if (!(await confirm({ title, okText: t('changes.stop'), danger: true }))) return;
    await http.call('POST /api/v1/accounts/change-secret-executions/:id/stop/', { params: { id } });
    notify.success(t('changes.stopped'));
    onDone();
  };
  return (run: Run, onDone: () => void): Action[] => [
    {
      name: 'log',
      title: t('changes.log'),
      can: can('ops.view_celerytaskexecution'),
      reason: t('changes.noPermission'),
      onRun: () => openTaskLog(run.id),
    },
    {
      name: 'stop',
      title: t('changes.stop'),
      danger: true,
      has: isOngoing(run),
      can: can('accounts.add_changesecretexecution'),
      reason: t('changes.noPermission'),
      onRun: () => stop(run, onDone),
    },
  ];
};

/** Columns of runs. */
export const runColumns: NonNullable<ListSlots<Execution>['columns']> = {
  name: { card: 'title' },
  status: { Cell: ChangeStatus, width: 130, card: 'state' },
  trigger: { width: 110 },
  date_start: { card: 'time' },
  reason: { width: 300, showFull: true },
};

const pages = ['AccountChangeSecretList', 'AccountChangeSecretExecutionList'] as const;

/** Plans and their runs as tabs; each has an address of its own. */
export function ChangeTabs({ active }: { active: (typeof pages)[number] }) {
  const { t } = useTranslation('areas');
  const navigate = useNavigate();
  const routes = useRouteNames();
  const tabs = pages
    .filter((page) => page === active || routes.canOpen(page))
    .map((page) => ({ key: page, label: t(`changes.tabs.${page}`) }));
  if (tabs.length < 2) return null;
  return (
    <TabLine bare tabs={tabs} active={active} onPick={(page) => void navigate(routes.path(page) ?? '')} />
  );
}
