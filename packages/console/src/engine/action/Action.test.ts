import { expect, test } from 'vitest';
import { offered, splitActions } from './Action.ts';

const update = { name: 'update', title: 'Update', order: 10 };
const remove = { name: 'delete', title: 'Delete', order: 20 };
const clone = { name: 'clone', title: 'Clone', order: 30 };

test('actions are sorted by their order', () => {
  expect(offered([clone, remove, update]).map(({ name }) => name)).toEqual(['update', 'delete', 'clone']);
});

test('B-2-019 two actions are shown directly, of three only the first', () => {
  expect(splitActions([update, remove]).menu).toEqual([]);
  const { inline, menu } = splitActions([clone, remove, update]);
  expect(inline).toEqual([update]);
  expect(menu).toEqual([remove, clone]);
});

test('an action that is not offered takes no space, a disabled one does', () => {
  expect(
    offered([
      { ...update, has: false },
      { ...remove, can: false },
    ]).map(({ name }) => name),
  ).toEqual(['delete']);
});

test('an empty menu hides its button', () => {
  expect(offered([{ name: 'more', title: 'More', children: [{ ...update, has: false }] }])).toEqual([]);
});
