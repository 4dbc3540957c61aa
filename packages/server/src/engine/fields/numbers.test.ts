import { field } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refusal, sentValues, useOf } from '../../../test/fields/fieldUse.ts';
import { float } from './float/float.ts';
import { integer } from './integer/integer.ts';
import { numberOf, within } from './numberValue.ts';

test('a number is sent as a number or as text in decimal digits', () => {
  expect([7, 1.5, '7', ' -7 ', '1.25', '-0.5'].map(numberOf)).toEqual([7, 1.5, 7, -7, 1.25, -0.5]);
  expect(['', 'x', '1e3', '.5', '1.', '0x10', true, null, {}, [7]].map(numberOf)).toEqual(
    Array(10).fill(undefined),
  );
});

test('a number may be equal to its minimum or maximum', async () => {
  const limits = { min: 1, max: 3 };
  expect([within(1, limits), within(3, limits), within(-5, { max: 3 }), within(99, { min: 1 })]).toEqual([
    1, 3, -5, 99,
  ]);
  expect(await refusal(() => within(0, limits))).toEqual([{ key: 'min_value', params: { min: 1 } }]);
  expect(await refusal(() => within(4, limits))).toEqual([{ key: 'max_value', params: { max: 3 } }]);
});

const use = useOf(field.integer({ min: 1, max: 9 }));
const fraction = useOf(field.float({ min: 0.5, max: 9 }));

test('an integer field takes whole numbers within its limits', async () => {
  expect([integer.parse?.('1', use), integer.parse?.(9, use)]).toEqual([1, 9]);
  for (const value of [1.5, 'x', true, 2 ** 53])
    expect(await refusal(() => integer.parse?.(value, use))).toEqual([{ key: 'invalid_integer' }]);
  expect(await refusal(() => integer.parse?.(10, use))).toEqual([{ key: 'max_value', params: { max: 9 } }]);
  expect(integer.meta(use.field, use)).toEqual({ type: 'integer', min_value: 1, max_value: 9 });
  expect([integer.present?.('7', use), integer.present?.(null, use)]).toEqual([7, null]);
  expect(integer.moment?.(new Date(1999))).toBe(1);
});

test('an integer filter accepts only whole numbers', async () => {
  const sent = (raw: string) => sentValues(integer.filter?.(raw, sql`shade`, use));
  expect(sent('7')).toEqual([7]);
  for (const raw of ['x', '1.5'])
    expect(await refusal(() => sent(raw))).toEqual([{ key: 'invalid_integer' }]);
});

test('a float field takes finite numbers within its limits', async () => {
  expect([float.parse?.('0.5', fraction), float.parse?.(9, fraction)]).toEqual([0.5, 9]);
  for (const value of ['x', true, Number.POSITIVE_INFINITY])
    expect(await refusal(() => float.parse?.(value, fraction))).toEqual([{ key: 'invalid_number' }]);
  expect(await refusal(() => float.parse?.(0.4, fraction))).toEqual([
    { key: 'min_value', params: { min: 0.5 } },
  ]);
  expect(float.meta(fraction.field, fraction)).toEqual({ type: 'float', min_value: 0.5, max_value: 9 });
});

test('a number may be absent only if its field is nullable, and is zero by default otherwise', async () => {
  const [whole, broken] = [field.integer({ nullable: true }), field.float({ nullable: true })];
  for (const nothing of [null, '']) {
    expect([integer.parse?.(nothing, useOf(whole)), float.parse?.(nothing, useOf(broken))]).toEqual([
      null,
      null,
    ]);
    expect(await refusal(() => integer.parse?.(nothing, use))).toEqual([{ key: 'null' }]);
    expect(await refusal(() => float.parse?.(nothing, fraction))).toEqual([{ key: 'null' }]);
  }
  expect([integer.empty?.(whole), float.empty?.(broken)]).toEqual([null, null]);
  expect([integer.empty?.(field.integer({})), float.empty?.(field.float({}))]).toEqual([0, 0]);
});
