import { expect, test } from 'vitest';
import { z } from 'zod';
import { asset } from '../resources/assets/asset.ts';
import { listOf, partOf, rowOf, rowWith } from './rowOf.ts';

// The compiler finds the planted mistakes: a missing expected error fails the type check.
test('a part of a row has its named fields and no others', () => {
  const part = partOf(asset, ['name', 'address']);
  const row: z.output<typeof part> = { id: 'a', name: 'web-01', address: '10.0.0.1' };
  // @ts-expect-error the field is spelled address
  const misspelt = row.adress;
  // @ts-expect-error the part leaves the comment out
  const left = row.comment;
  expect([misspelt, left]).toEqual([undefined, undefined]);
  expect(part.safeParse(row).success).toBe(true);
  expect(part.safeParse({ ...row, adress: '' }).success).toBe(false);
});

const row = {
  id: 'a',
  org_id: 'b',
  org_name: 'Default',
  name: 'web-01',
  address: '10.0.0.1',
  created_by: 'ann',
};

test('a row needs an id and has no fields other than those of its resource', () => {
  const isRow = (value: unknown) => rowOf(asset).safeParse(value).success;
  expect([isRow(row), isRow({ id: 'a' })]).toEqual([true, true]);
  for (const other of [{ ...row, adress: '' }, { name: 'web-01' }, {}, null, undefined, 'id', ['id'], 5])
    expect(isRow(other)).toBe(false);
  expect(rowOf(asset).safeParse({}).error?.issues[0]?.message).toBe('not a row of assets.asset');
  expect(partOf(asset, ['name']).safeParse({}).error?.issues[0]?.message).toBe('not a part of assets.asset');
});

test('fields added to a row or a part of a row are required and checked', () => {
  const isWhole = (value: unknown) => rowWith(asset, { color: z.string() }).safeParse(value).success;
  expect([isWhole({ ...row, color: 'red' }), isWhole({ ...row, color: 5 }), isWhole(row)]).toEqual([
    true,
    false,
    false,
  ]);
  const isPart = (value: unknown) => partOf(asset, ['name'], { color: z.string() }).safeParse(value).success;
  expect(isPart({ id: 'a', name: 'web-01', color: 'red' })).toBe(true);
  for (const other of [
    { id: 'a', color: 5 },
    { id: 'a' },
    { name: 'a', color: 'red' },
    { ...row, color: '' },
  ])
    expect(isPart(other)).toBe(false);
});

test('a list is an array of rows or a page of rows with a count', () => {
  const isList = (value: unknown) => listOf(rowOf(asset)).safeParse(value).success;
  const page = { count: 1, next: null, previous: null, results: [row] };
  expect([isList([]), isList([row]), isList(page)]).toEqual([true, true, true]);
  for (const other of [row, [{}], { ...page, count: 0.5 }, { ...page, results: [{}] }, { results: [row] }])
    expect(isList(other)).toBe(false);
});
