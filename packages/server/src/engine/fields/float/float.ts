import type { FloatField } from '@gatehouse/contract/resource/fields.ts';
import { doublePrecision } from 'drizzle-orm/pg-core';
import { refuse, type ServerField } from '../kind.ts';
import { numberOf, within } from '../numberValue.ts';
import { numberRule } from '../ruleSql.ts';

/** A number that may have a fraction. */
export const float: ServerField<FloatField> = {
  column: () => doublePrecision(),
  empty: (field) => (field.nullable ? null : 0),
  parse: (value, { field }) => {
    if (value === null || value === '') return field.nullable ? null : refuse('null');
    const found = numberOf(value);
    if (found === undefined || !Number.isFinite(found)) return refuse('invalid_number');
    return within(found, field);
  },
  rule: (rule, column) => numberRule(column, rule),
  meta: (field) => ({ type: 'float', min_value: field.min, max_value: field.max }),
};
