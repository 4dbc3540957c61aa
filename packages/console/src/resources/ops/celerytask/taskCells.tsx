import type { celerytask, TaskHealth } from '@gatehouse/contract/resources/ops/celerytask.ts';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import { SwitchCell } from '../../../engine/cells/SwitchCell.tsx';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import type { FieldIn } from '../../../engine/resource/row.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import type { StatusKind } from '../../../theme/icon/Glyph.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';

type Cell<F extends FieldIn<typeof celerytask>> = CellIn<typeof celerytask, F>;

/** The task by its display name, with a link to its page. */
export function TaskNameCell({ row }: Cell<'name'>) {
  return (
    <RouteLink name="TaskDetail" params={{ id: row.id }}>
      {row.meta.comment}
    </RouteLink>
  );
}

/** Succeeded runs of all runs. */
export const SummaryCell = ({ value }: Cell<'summary'>) => (
  <span className="num">
    {value.success} / {value.total}
  </span>
);

const healthKinds: Record<TaskHealth, StatusKind> = { green: 'ok', yellow: 'warn', red: 'bad' };

/** How the latest runs ended. */
export function HealthCell({ value, row }: Cell<'state'>) {
  const { t } = useTranslation('tasks');
  if (row.summary?.total === 0) return <StatusText kind="off">{t('health.never')}</StatusText>;
  return <StatusText kind={healthKinds[value]}>{t(`health.${value}`)}</StatusText>;
}

/** The schedule in cron notation. */
export const CycleCell = ({ value }: Cell<'exec_cycle'>) => (value ? <Mono>{value}</Mono> : <Dash />);

/** When the task runs next; it has no offset, so it is shown as it is. */
export const NextCell = ({ value }: Cell<'next_exec_time'>) =>
  value ? <span className="num">{value.replaceAll('/', '-')}</span> : <Dash />;

/** Switches the schedule of a task; only super administrators may, and not for tasks that are needed. */
export function EnabledCell({ value, row }: Cell<'enabled'>) {
  const { t } = useTranslation('tasks');
  const { isSuperAdmin } = useSession();
  if (value === undefined || value === null) return <Dash />;
  return (
    <SwitchCell
      label={t('enable', { name: row.meta.comment })}
      isOn={value}
      disabled={!isSuperAdmin || !row.may_switch_off}
      url={`/api/v1/ops/celery/period-tasks/${row.name}/`}
      body={(enabled) => ({ enabled })}
    />
  );
}

/** The name and the explanation of a task. */
export const MetaCell = ({ value }: Cell<'meta'>) => (
  <span>
    {value.comment}
    <br />
    {value.help}
  </span>
);
