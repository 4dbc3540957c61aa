import { Dash } from '../../../theme/text/Dash.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import type { CellProps, FieldUi } from '../FieldUi.ts';

/** A time as date and time. */
export const TimeCell = ({ value }: Pick<CellProps, 'value'>) =>
  typeof value === 'string' && value ? <TimeText value={value} /> : <Dash />;

/** A moment in time. */
export const ui: FieldUi = {
  Cell: TimeCell,
  column: { width: 170, card: 'hidden' },
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    datetime: typeof ui;
  }
}
