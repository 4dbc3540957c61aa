import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  anyReferences,
  neededId,
  optionalReference,
  reference,
  relatedRows,
  writtenId,
} from './bodyFields.ts';

test('a row is named by its id or an object with one, and anything else names none', () => {
  const body = z.object({ row: reference });
  const read = (row: unknown) => body.parse({ row }).row;
  for (const row of [' 7 ', 7, { id: 7 }, { id: '7', name: 'x' }, { pk: '7' }, { id: null, pk: 7 }])
    expect(read(row)).toBe('7');
  for (const row of [null, undefined, true, [], [7], {}, { id: {} }, { id: [7] }, { toString: 1 }])
    expect(read(row)).toBe('');
  expect([body.parse({}), z.object({ row: reference.nullish() }).parse({ row: null })]).toEqual([
    { row: '' },
    { row: null },
  ]);
});

test('the description of a row says text or number, alone or as `id` or `pk` of an object', () => {
  const id = { type: ['string', 'number'] };
  expect(z.toJSONSchema(reference, { io: 'input' })).toMatchObject({
    anyOf: [
      id,
      { type: 'object', properties: { id }, required: ['id'] },
      { type: 'object', properties: { pk: id }, required: ['pk'] },
    ],
  });
});

test('an id that may not be absent is described as needed, and is missed', () => {
  const body = z.object({ user: neededId, asset: writtenId });
  const id = { type: ['string', 'number'] };
  expect(z.toJSONSchema(body, { io: 'input' })).toMatchObject({
    properties: { user: id, asset: id },
    required: ['user'],
  });
  expect(body.parse({ user: 5 })).toEqual({ user: '5', asset: '' });
  for (const sent of [{}, { user: null }, { user: '' }])
    expect(body.safeParse(sent).error?.issues).toMatchObject([{ path: ['user'], message: 'required' }]);
});

test('a million entries that name no row are read at once', () => {
  const rows = Array.from({ length: 1_000_000 }, () => null);
  const start = process.cpuUsage();
  expect(anyReferences.parse(rows)).toHaveLength(1_000_000);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1_500);
});

test('an id is read as text, and a missing id as an empty text', () => {
  expect([
    writtenId.parse(5),
    writtenId.parse('x'),
    writtenId.parse(undefined),
    writtenId.parse(null),
  ]).toEqual(['5', 'x', '', '']);
});

test('an optional row that is empty is read as null', () => {
  const read = (row: unknown) => optionalReference.parse(row);
  expect([read(''), read(null), read(undefined), read({ id: 7 })]).toEqual([null, null, undefined, '7']);
});

test('related rows are required but may have any form', () => {
  expect([relatedRows.safeParse([]).success, relatedRows.safeParse(null).success]).toEqual([true, true]);
  expect(relatedRows.safeParse(undefined).error?.issues[0]?.message).toBe('required');
});
