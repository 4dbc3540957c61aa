import { AppError } from '@gatehouse/contract/errors.ts';
import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { useOf } from '../../../../test/fields/fieldUse.ts';
import { rankOf } from '../registry.ts';
import { computed } from './computed.ts';

const spec = field.computed({ as: 'string' });

test('a resource computes a value for all rows at once', async () => {
  const behaviour = { computed: { shade: (rows: { id: string }[]) => rows.map(({ id }) => `of ${id}`) } };
  const use = useOf(spec, { behaviour });
  expect(await computed.load?.([{ id: '1' }, { id: '2' }], use)).toEqual(['of 1', 'of 2']);
  expect(computed.meta(spec, use)).toEqual({ type: 'string' });
});

test('a computed field without a computation is an error that names the field only in the log', async () => {
  for (const behaviour of [{}, { computed: {} }]) {
    const error = await computed.load?.([{ id: '1' }], useOf(spec, { behaviour })).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'unexpect_error', params: {} });
    expect((error as Error).cause).toMatchObject({ message: 'shop.paint.shade has no computation' });
  }
});

test('a cell shows a computed choice or row like a stored one, and other values as text or JSON', () => {
  const cell = (wire: unknown) => computed.toCell?.(wire, useOf(spec));
  expect(
    [
      null,
      undefined,
      0,
      'a',
      { value: 'r', label: 'Red' },
      { id: 7, name: 'Seven' },
      ['a'],
      { value: 1 },
      { label: 2 },
    ].map(cell),
  ).toEqual(['', '', '0', 'a', 'Red(r)', 'Seven(7)', '["a"]', '{"value":1}', '{"label":2}']);
});

test('computed booleans and dates have the same position in a row as stored ones', () => {
  const ranks = (['string', 'boolean', 'datetime'] as const).map((as) => rankOf(field.computed({ as })));
  expect(ranks).toEqual([0, 1, 2]);
  expect(ranks).toEqual([field.text(), field.boolean(), field.datetime()].map(rankOf));
});
