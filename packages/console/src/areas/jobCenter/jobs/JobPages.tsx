import { jobDetail, jobList } from '@gatehouse/contract/layouts/ops/job.ts';
import { runsOfJob } from '@gatehouse/contract/layouts/ops/jobexecution.ts';
import type { job } from '@gatehouse/contract/resources/ops/job.ts';
import type { jobexecution } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import { useTranslation } from 'react-i18next';
import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useCan } from '../../../platform/session/useSession.ts';
import { CommandText } from '../../ops/CommandText.tsx';
import { RUNS_URL } from '../executions/runColumns.tsx';
import { useRunSlots } from '../executions/useRunSlots.tsx';
import { AssetNames } from './AssetNames.tsx';
import { CountCell, ScheduleCell, SecondsCell, SummaryCell } from './jobCells.tsx';
import { ScheduleCard } from './ScheduleCard.tsx';
import { useStartJob } from './useStartJob.tsx';

type Job = typeof job;

/** The user's jobs. */
export function JobListPage(props: ResourcePageProps) {
  const { t } = useTranslation('ops');
  const start = useStartJob();
  const slots: ListSlots<Job> = {
    mode: jobList,
    columns: {
      name: { card: 'title' },
      type: { width: 100 },
      assets: { Cell: CountCell, width: 90, align: 'right', card: 'hidden' },
      periodic_display: { Cell: ScheduleCell, width: 190, card: 'fact' },
      summary: { Cell: SummaryCell, width: 140, align: 'right' },
      average_time_cost: { Cell: SecondsCell, width: 150, align: 'right' },
      date_last_run: { card: 'time' },
    },
    rowActions: (row, usual) => [...start.actions(row), ...usual.filter(({ name }) => name !== 'clone')],
    emptyText: t('jobs.empty'),
  };
  return (
    <>
      <ResourceListPage {...props} slots={slots} help={t('jobs.help')} />
      {start.dialog}
    </>
  );
}

/** The runs of one job. */
function RunsTab({ id }: { id: string }) {
  const slots: ListSlots<typeof jobexecution> = { ...useRunSlots(), mode: runsOfJob };
  return <EmbeddedList name="JobRuns" url={`${RUNS_URL}?job_id=${id}`} slots={slots} />;
}

/** A job, its schedule and its runs. */
export function JobDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('ops');
  const can = useCan();
  const start = useStartJob();
  const slots: DetailSlots<Job> = {
    layout: jobDetail,
    omit: ({ type }) => (type.value === 'playbook' ? ['module', 'args'] : ['playbook']),
    cells: {
      args: CommandText,
      assets: AssetNames,
      summary: SummaryCell,
      average_time_cost: SecondsCell,
    },
    side: ({ row }) => <ScheduleCard row={row} />,
    actions: (usual, { row }) => [...start.actions(row), ...usual],
    tabs: ({ id }) => [
      {
        key: 'JobRuns',
        label: t('jobs.runs'),
        hidden: !can('ops.view_jobexecution'),
        render: () => <RunsTab id={id} />,
      },
    ],
  };
  return (
    <>
      <ResourceDetailPage {...props} slots={slots} />
      {start.dialog}
    </>
  );
}
