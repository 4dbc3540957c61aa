import type { joblog } from '@gatehouse/contract/resources/audits/joblog.ts';
import { useTranslation } from 'react-i18next';
import { NamedCell } from '../../engine/cells/textCells.tsx';
import { openTaskLog } from '../../engine/detail/useTask.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { MomentCell } from '../../resources/audits/logCells.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { OverflowText } from '../../theme/text/OverflowText.tsx';

type Log = typeof joblog;

const DECIMALS = 2;

const CommandCell = ({ value }: CellIn<Log, 'material'>) => (
  <OverflowText title={value}>
    <Mono>{value}</Mono>
  </OverflowText>
);

/** Whether a job succeeded, once it has ended. */
function OutcomeCell({ value, row }: CellIn<Log, 'is_success'>) {
  const { t } = useTranslation('ops');
  if (!row.is_finished) return <StatusText kind="run">{t('jobLog.running')}</StatusText>;
  return (
    <StatusText kind={value ? 'ok' : 'bad'} glyph={value ? 'done' : 'bad'}>
      {t(value ? 'jobLog.ok' : 'jobLog.failed')}
    </StatusText>
  );
}

const SecondsCell = ({ value }: CellIn<Log, 'time_cost'>) => (
  <span className="num">{value.toFixed(DECIMALS)}</span>
);

const EndCell = ({ value }: CellIn<Log, 'date_finished'>) =>
  value ? <MomentCell value={value} /> : <Dash />;

/** Jobs of all users: who ran what, when, and how it ended. */
export function JobLogPage(props: ResourcePageProps) {
  const { t } = useTranslation('engine');
  const can = useCan()('ops.view_celerytaskexecution');
  const slots: ListSlots<Log> = {
    columns: {
      creator_name: { Cell: NamedCell, width: 150, card: 'title' },
      material: { Cell: CommandCell, width: 280, card: 'fact' },
      job_type: { width: 90 },
      is_finished: { width: 100 },
      is_success: { Cell: OutcomeCell, width: 120, card: 'state' },
      time_cost: { Cell: SecondsCell, width: 120, align: 'right' },
      date_start: { Cell: MomentCell, width: 176, card: 'time' },
      date_finished: { Cell: EndCell, width: 176 },
    },
    rowActions: ({ task_id }) => [
      {
        name: 'log',
        title: t('task.log'),
        has: can,
        onRun: () => openTaskLog(task_id),
      },
    ],
  };
  return <ResourceListPage {...props} slots={slots} />;
}
