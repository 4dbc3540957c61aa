import type { job } from '@gatehouse/contract/resources/ops/job.ts';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import { Dash } from '../../../theme/text/Dash.tsx';

type Job = typeof job;

const DECIMALS = 2;

/** Runs that succeeded, out of all runs. */
export const SummaryCell = ({ value }: Pick<CellIn<Job, 'summary'>, 'value'>) => (
  <span className="num">
    {value.success} / {value.total}
  </span>
);

/** Seconds; none before the first run. */
export const SecondsCell = ({ value }: { value: number }) =>
  value > 0 ? <span className="num">{value.toFixed(DECIMALS)}</span> : <Dash />;

/** The number of assets. */
export const CountCell = ({ value }: Pick<CellIn<Job, 'assets'>, 'value'>) => (
  <span className="num">{value.length}</span>
);

/** When the job runs by itself. */
export const ScheduleCell = ({ value }: Pick<CellIn<Job, 'periodic_display'>, 'value'>) =>
  value === '-' ? <Dash /> : <span>{value}</span>;
