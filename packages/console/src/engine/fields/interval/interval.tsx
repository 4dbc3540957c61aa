import { useTranslation } from 'react-i18next';
import { Dash } from '../../../theme/text/Dash.tsx';
import { isEmptyValue } from '../../resource/row.ts';
import type { CellProps, FieldUi } from '../FieldUi.ts';
import { integer } from '../integer/integer.tsx';

const IntervalCell = ({ value }: CellProps) => {
  const { t } = useTranslation('engine');
  return isEmptyValue(value) ? (
    <Dash />
  ) : (
    <span className="num">{t('fields.hours', { count: Number(value) })}</span>
  );
};

/** Hours from run to run. */
export const interval: FieldUi = { ...integer, Cell: IntervalCell };
