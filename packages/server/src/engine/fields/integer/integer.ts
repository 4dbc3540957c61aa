import type { IntegerField } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { bigint } from 'drizzle-orm/pg-core';
import { Refused, refuse, type ServerField } from '../kind.ts';
import { numberOf, within } from '../numberValue.ts';
import { numberRule } from '../ruleSql.ts';

/** Whole numbers. */
export const integer: ServerField<IntegerField> = {
  column: () => bigint({ mode: 'number' }),
  empty: (field) => (field.nullable ? null : 0),
  parse: (value, { field }) => {
    if (value === null || value === '') return field.nullable ? null : refuse('null');
    const found = numberOf(value);
    if (found === undefined || !Number.isSafeInteger(found)) return refuse('invalid_integer');
    return within(found, field);
  },
  present: (value) => (value === null ? null : Number(value)),
  rule: (rule, column) => numberRule(column, rule),
  meta: (field) => ({ type: 'integer', min_value: field.min, max_value: field.max }),
  filter: (raw, column) => {
    const found = numberOf(raw);
    if (found === undefined || !Number.isSafeInteger(found)) throw new Refused([{ key: 'invalid_integer' }]);
    return sql`${column} = ${found}`;
  },
  moment: (instant) => Math.floor(instant.getTime() / 1000),
};
