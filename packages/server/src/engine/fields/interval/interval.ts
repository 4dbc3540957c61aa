import type { IntervalField } from '@gatehouse/contract/resource/fields.ts';
import { bigint } from 'drizzle-orm/pg-core';
import { integer } from '../integer/integer.ts';
import type { ServerField } from '../kind.ts';

const HOURS = { min: 1, max: 65_535 };
const DAILY = 24;

/** Whole hours between two runs. */
export const interval: ServerField<IntervalField> = {
  column: () => bigint({ mode: 'number' }),
  empty: (field) => (field.nullable ? null : DAILY),
  parse: (value, use) =>
    integer.parse?.(value, { ...use, field: { ...use.field, ...HOURS, kind: 'integer' } }),
  present: (value) => (value === null ? null : Number(value)),
  meta: () => ({ type: 'integer', min_value: HOURS.min, max_value: HOURS.max }),
};
