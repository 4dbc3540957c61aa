import type { FloatField, IntegerField } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { bigint, doublePrecision } from 'drizzle-orm/pg-core';
import { Refused, refuse, type ServerField } from './kind.ts';
import { numberRule } from './ruleSql.ts';

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
};

const within = (value: number, limits: { min?: number; max?: number }): number => {
  if (limits.min !== undefined && value < limits.min) return refuse('min_value', { min: limits.min });
  if (limits.max !== undefined && value > limits.max) return refuse('max_value', { max: limits.max });
  return value;
};

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

/** Numbers with a fraction. */
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
