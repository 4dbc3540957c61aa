import type { PlanState } from '@gatehouse/contract/automation/plan.ts';
import type { changesecretrecord } from '@gatehouse/contract/resources/accounts/changesecretrecord.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Action } from '../../engine/action/Action.ts';
import { openTaskLog, useTask } from '../../engine/detail/useTask.ts';
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

type RunsUrl = `/api/v1/accounts/${'change-secret' | 'push-account' | 'gather-account'}-executions/`;

/**
 * A kind of plan about accounts: what the names of its pages begin with, the address of its runs, and the permission
 * that starts and stops them.
 */
export type PlanKind = { base: string; runsUrl: RunsUrl; permission: string };

/** A run as lists and pages show it. */
export type PlanRun = { id: string; name: string; status: PlanState };

/** How a run is doing, or one of the changes that it makes. */
type Status = PlanState | RowIn<typeof changesecretrecord, 'list'>['status'];

/** How soon a page refreshes while something is running. */
const FOLLOW_MS = 2_000;

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
export const followPlanRuns = (runs: readonly { status: Status }[]): number | undefined =>
  runs.some(isOngoing) ? FOLLOW_MS : undefined;

const labelOf = (status: Status, meta: FieldMeta | undefined): string =>
  meta?.choices?.find(({ value }) => value === status)?.label ?? status;

/** The status of a run, or of one of its changes, in a list. */
export const PlanRunStatus = ({ value, meta }: { value: Status; meta: FieldMeta }) => (
  <StatusText {...looks[value]}>{labelOf(value, meta)}</StatusText>
);

/** The status of a run in the header of its page. */
export function PlanRunPill({ status, url }: { status: PlanState; url: string }) {
  const { metas } = useResource(url);
  return <Pill kind={looks[status].kind}>{labelOf(status, metas.status)}</Pill>;
}

/** Starts a plan. */
export const useStartPlan = ({ runsUrl, permission }: PlanKind, started: string) => {
  const { t } = useTranslation('areas');
  const can = useCan()(permission);
  const start = useTask();
  return (plan: { id: string; is_active: boolean }, onDone: () => void): Action => ({
    name: 'execute',
    title: t('changes.execute'),
    order: 1,
    can: can && plan.is_active,
    reason: can ? t('changes.inactive') : t('changes.noPermission'),
    onRun: async () => {
      await start(runsUrl, { automation: plan.id }, started);
      onDone();
    },
  });
};

/** The buttons for the log of a run and for stopping it. */
export const usePlanRunActions = ({ runsUrl, permission }: PlanKind) => {
  const { t } = useTranslation('areas');
  const can = useCan();
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const stop = async ({ id, name }: PlanRun, onDone: () => void) => {
    const title = t('changes.stopQuestion', { name });
    if (!(await confirm({ title, okText: t('changes.stop'), danger: true }))) return;
    await http.call(`POST ${runsUrl}:id/stop/`, { params: { id } });
    notify.success(t('changes.stopped'));
    onDone();
  };
  return (run: PlanRun, onDone: () => void): Action[] => [
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
      can: can(permission),
      reason: t('changes.noPermission'),
      onRun: () => stop(run, onDone),
    },
  ];
};

/** Pages of a kind of plan as tabs; each has an address of its own. */
export function PlanTabs({
  pages,
  active,
}: {
  pages: readonly { key: string; label: string }[];
  active: string;
}) {
  const navigate = useNavigate();
  const routes = useRouteNames();
  const tabs = pages.filter(({ key }) => key === active || routes.canOpen(key));
  if (tabs.length < 2) return null;
  return (
    <TabLine bare tabs={tabs} active={active} onPick={(page) => void navigate(routes.path(page) ?? '')} />
  );
}
