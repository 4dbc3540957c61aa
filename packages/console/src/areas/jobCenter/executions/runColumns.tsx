import type { JobState } from '@gatehouse/contract/ops/jobs.ts';
import type { jobexecution } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import { useTranslation } from 'react-i18next';
import { RelatedLink } from '../../../engine/cells/RelatedLink.tsx';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import type { GlyphName, StatusKind } from '../../../theme/icon/Glyph.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { SecondsCell } from '../jobs/jobCells.tsx';

type Run = typeof jobexecution;

/** Address of the user's runs. */
export const RUNS_URL = '/api/v1/ops/job-executions/';

const looks: Readonly<Record<JobState, { kind: StatusKind; glyph?: GlyphName }>> = {
  waiting: { kind: 'wait' },
  running: { kind: 'run' },
  success: { kind: 'ok', glyph: 'done' },
  timeout: { kind: 'bad' },
  failed: { kind: 'bad' },
};

function StatusCell({ value, meta, row }: CellIn<Run, 'status'>) {
  const { t } = useTranslation('runs');
  if (row.is_paused)
    return (
      <StatusText kind="wait" glyph="paused">
        {t('status.paused')}
      </StatusText>
    );
  const label = meta.choices?.find((choice) => choice.value === value)?.label ?? value;
  return <StatusText {...looks[value]}>{label}</StatusText>;
}

const JobCell = ({ value }: CellIn<Run, 'job'>) =>
  value ? <RelatedLink value={value} route="JobDetail" /> : <Dash />;

/** Columns of runs. */
export const runColumns: NonNullable<ListSlots<Run>['columns']> = {
  material: { width: 320, card: 'title' },
  job: { Cell: JobCell, width: 150, card: 'fact' },
  status: { Cell: StatusCell, width: 170, card: 'state' },
  time_cost: { Cell: SecondsCell, width: 120, align: 'right' },
  date_created: { card: 'time' },
};
