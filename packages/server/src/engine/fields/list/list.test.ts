import { field } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refusal, sentValues, useOf } from '../../../../test/fields/fieldUse.ts';
import { list } from './list.ts';

const spec = field.list({});
const use = useOf(spec);
const parse = (value: unknown, options: Parameters<typeof field.list>[0] = {}) =>
  list.parse?.(value, useOf(field.list(options)));

test('a list of texts is read from a list or from text with commas, without blanks and duplicates', async () => {
  expect([parse([' a ', 'b', '', 'a', 7]), parse('a, b,,a')]).toEqual([
    ['a', 'b', '7'],
    ['a', 'b'],
  ]);
  for (const value of [7, {}]) expect(await refusal(() => parse(value))).toEqual([{ key: 'not_a_list' }]);
  expect(await refusal(() => parse([true]))).toEqual([{ key: 'invalid_string' }]);
});

test('a list may be null or empty only if its field allows it', async () => {
  expect([parse(null, { nullable: true }), parse([])]).toEqual([null, []]);
  expect(await refusal(() => parse(null))).toEqual([{ key: 'null' }]);
  expect(await refusal(() => parse(['', ' '], { required: true }))).toEqual([{ key: 'empty_list' }]);
  expect(parse(['a'], { required: true })).toEqual(['a']);
  expect([list.empty?.(spec), list.empty?.(field.list({ default: ['a'] }))]).toEqual([[], ['a']]);
});

test('a list has at most 1000 texts of at most 1024 characters unless its field sets other limits', async () => {
  expect([parse(Array(1000).fill('a')), parse(['a'.repeat(1024)])]).toEqual([['a'], ['a'.repeat(1024)]]);
  expect(await refusal(() => parse(Array(1001).fill('a')))).toEqual([
    { key: 'max_items', params: { max: 1000 } },
  ]);
  expect(await refusal(() => parse(['a'.repeat(1025)]))).toEqual([
    { key: 'max_length', params: { max: 1024 } },
  ]);
  expect(parse(['a', 'b'], { maxItems: 2, maxItem: 1 })).toEqual(['a', 'b']);
  expect(await refusal(() => parse(['a', 'b', 'c'], { maxItems: 2 }))).toEqual([
    { key: 'max_items', params: { max: 2 } },
  ]);
  expect(await refusal(() => parse(['ab'], { maxItem: 1 }))).toEqual([
    { key: 'max_length', params: { max: 1 } },
  ]);
});

test('a list is shown as stored, empty for null, and filtered by one of its texts', () => {
  expect([list.present?.(['a'], use), list.present?.(null, use)]).toEqual([['a'], []]);
  expect([list.diff?.(['a', 'b'], use), list.diff?.(null, use)]).toEqual(['a, b', '']);
  expect(sentValues(list.filter?.('a', sql`shade`, use))).toEqual(['["a"]']);
  expect(list.meta(spec, use)).toEqual({
    type: 'list',
    child: { type: 'string', required: true, read_only: false, write_only: false, max_length: 1024 },
  });
});
