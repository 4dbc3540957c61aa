import type { FieldUi } from '../FieldUi.ts';
import { NumberCell, numberRules } from '../integer/integer.tsx';

/** A number with a fraction. */
export const float: FieldUi = {
  Cell: NumberCell,
  column: { width: 110, align: 'right', card: 'fact' },
  typed: true,
  rules: numberRules,
};
