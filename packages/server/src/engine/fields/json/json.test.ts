import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { refusal, useOf } from '../../../../test/fields/fieldUse.ts';
import { json } from './json.ts';

const use = useOf(field.json({}));
const parse = (value: unknown) => json.parse?.(value, use);

test('a JSON field accepts a value or its JSON text', async () => {
  expect([parse({ a: [1] }), parse('{"a":[1]}'), parse(0), parse('"a"')]).toEqual([
    { a: [1] },
    { a: [1] },
    0,
    'a',
  ]);
  expect(await refusal(() => parse('{a'))).toEqual([{ key: 'invalid_json' }]);
});

test('a JSON field refuses the null character, which PostgreSQL cannot store', async () => {
  for (const value of [{ a: '\u0000' }, '{"a":"\\u0000"}'])
    expect(await refusal(() => parse(value))).toEqual([{ key: 'control_characters' }]);
  for (const text of ['\\u0000', '\\\\u0000']) expect(parse({ text })).toEqual({ text });
});

test('a JSON field holds at most 256 KiB', async () => {
  const most = 256 * 1024;
  expect(parse(['a'.repeat(most - 4)])).toBeDefined();
  expect(await refusal(() => parse(['a'.repeat(most - 3)]))).toEqual([
    { key: 'max_length', params: { max: most } },
  ]);
});

test('a JSON value may be null only if its field is nullable', async () => {
  const nullable = field.json({ nullable: true });
  expect([json.parse?.(null, useOf(nullable)), json.empty?.(nullable), json.empty?.(field.json({}))]).toEqual(
    [null, null, {}],
  );
  expect(await refusal(() => parse(null))).toEqual([{ key: 'null' }]);
});

test('files show a JSON value as JSON, and null as an empty cell', () => {
  expect([json.toCell?.({ a: 1 }, use), json.toCell?.(null, use)]).toEqual(['{"a":1}', '']);
  expect(json.meta(use.field, use)).toEqual({ type: 'json' });
});
