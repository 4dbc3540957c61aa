import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { Dash } from '../../theme/Dash.tsx';
import { isEmptyValue } from '../resource/row.ts';
import type { CellProps, FieldUi, Translate } from './FieldUi.ts';

/** A number of a table: digits of one width, at the right. */
export const NumberCell = ({ value }: Pick<CellProps, 'value'>) =>
  isEmptyValue(value) ? <Dash /> : <span className="num">{Number(value).toLocaleString()}</span>;

/** Bounds of a number as rules. */
export const numberRules = (meta: FieldMeta, t: Translate) => [
  ...(meta.min_value === undefined
    ? []
    : [
        {
          type: 'number' as const,
          min: meta.min_value,
          message: t('rules.atLeast', { count: meta.min_value }),
        },
      ]),
  ...(meta.max_value === undefined
    ? []
    : [
        {
          type: 'number' as const,
          max: meta.max_value,
          message: t('rules.atMost', { count: meta.max_value }),
        },
      ]),
];

/** A whole number. */
export const integer: FieldUi = {
  Cell: NumberCell,
  column: { width: 110, align: 'right', card: 'fact' },
  typed: true,
  rules: numberRules,
};
