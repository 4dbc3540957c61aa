import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { refusal, useOf } from '../../../../test/fields/fieldUse.ts';
import { json } from './json.ts';

const use = useOf(field.json({}));
const parse = (value: unknown) => json.parse?.(value, use);

test('JSON is taken as it is or as its text', async () => {
  expect([parse({ a: [1] }), parse('{"a":[1]}'), parse(0), parse('"a"')]).toEqual([
    { a: [1] },
    { a: [1] },
    0,
    'a',
  ]);
  expect(await refusal(() => parse('{a'))).toEqual([{ key: 'invalid_json' }]);
});

test('the character that PostgreSQL cannot store is refused', async () => {
  for (const value of [{ a: '\u0000' }, '{"a":"\\u0000"}'])
    expect(await refusal(() => parse(value))).toEqual([{ key: 'control_characters' }]);
});

test('JSON is at most 256 kB long', async () => {
  const most = 256 * 1024;
  expect(parse(['a'.repeat(most - 4)])).toBeDefined();
  expect(await refusal(() => parse(['a'.repeat(most - 3)]))).toEqual([
    { key: 'max_length', params: { max: most } },
  ]);
});

test('JSON may be null only where its field allows', async () => {
  const nullable = field.json({ nullable: true });
  expect([json.parse?.(null, useOf(nullable)), json.empty?.(nullable), json.empty?.(field.json({}))]).toEqual(
    [null, null, {}],
  );
  expect(await refusal(() => parse(null))).toEqual([{ key: 'null' }]);
});

test('files say JSON, and nothing for null', () => {
  expect([json.toCell?.({ a: 1 }, use), json.toCell?.(null, use)]).toEqual(['{"a":1}', '']);
  expect(json.meta(use.field, use)).toEqual({ type: 'json' });
});
