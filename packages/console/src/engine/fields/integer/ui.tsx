import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { Dash } from '../../../theme/text/Dash.tsx';
import { isEmptyValue } from '../../resource/row.ts';
import type { CellProps, FieldUi, Translate } from '../FieldUi.ts';

/** A number in digits of equal width. */
export const NumberCell = ({ value }: Pick<CellProps, 'value'>) =>
  isEmptyValue(value) ? <Dash /> : <span className="num">{formatNumber(Number(value))}</span>;

/** Whether a form value is text that is not a number. */
export const isNoNumber = (value: unknown): boolean =>
  typeof value === 'string' && Number.isNaN(Number(value));

const bound = (limit: { min: number } | { max: number }, message: string) => ({
  type: 'number' as const,
  ...limit,
  // Text that is not a number already fails the other rule, so its bounds are not checked.
  transform: (value: unknown) => (isNoNumber(value) ? undefined : value),
  message,
});

/** Rules for a number and its bounds. */
export const numberRules = (meta: FieldMeta, t: Translate) => [
  {
    validator: async (_rule: unknown, value: unknown) => {
      if (isNoNumber(value)) throw new Error(t('rules.number'));
    },
  },
  ...(meta.min_value === undefined
    ? []
    : [bound({ min: meta.min_value }, t('rules.atLeast', { count: meta.min_value }))]),
  ...(meta.max_value === undefined
    ? []
    : [bound({ max: meta.max_value }, t('rules.atMost', { count: meta.max_value }))]),
];

/** A whole number. */
export const ui: FieldUi = {
  Cell: NumberCell,
  column: { width: 110, align: 'right', card: 'fact' },
  typed: true,
  rules: numberRules,
};

declare module '../FieldUi.ts' {
  interface ConsoleKinds {
    integer: typeof ui;
  }
}
