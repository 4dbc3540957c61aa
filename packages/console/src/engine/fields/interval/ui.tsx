import { useTranslation } from 'react-i18next';
import { Dash } from '../../../theme/text/Dash.tsx';
import { isEmptyValue } from '../../resource/row.ts';
import type { CellProps, FieldUi } from '../FieldUi.ts';
import { ui as integer } from '../integer/ui.tsx';

const IntervalCell = ({ value }: CellProps) => {
  const { t } = useTranslation('engine');
  return isEmptyValue(value) ? (
    <Dash />
  ) : (
    <span className="num">{t('fields.hours', { count: Number(value) })}</span>
  );
};

/** Hours between two runs. */
export const ui: FieldUi = { ...integer, Cell: IntervalCell };

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    interval: typeof ui;
  }
}
