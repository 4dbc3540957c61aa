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

test('an action that does not apply is left out, a disabled one is kept', () => {
  expect(
    offered([
      { ...update, has: false },
      { ...remove, can: false },
    ]).map(({ name }) => name),
  ).toEqual(['delete']);
});

test('a menu without available actions is not offered', () => {
  expect(offered([{ name: 'more', title: 'More', children: [{ ...update, has: false }] }])).toEqual([]);
});

const namesOf = (actions: readonly { name: string }[]) => actions.map(({ name }) => name);

test('an action without an order sorts after order 99, and the last action with a name wins', () => {
  const actions = [
    { name: 'late', title: 'Late', order: 101 },
    { name: 'usual', title: 'Usual' },
    { name: 'early', title: 'Early', order: 99 },
    { name: 'late', title: 'Sooner', order: 1 },
  ];
  expect(namesOf(offered(actions))).toEqual(['late', 'early', 'usual']);
  expect(offered(actions)[0]?.title).toBe('Sooner');
});

test('a menu is offered if it contains an available action', () => {
  const menu = { name: 'more', title: 'More', children: [update, { ...remove, has: false }] };
  expect(namesOf(offered([menu]))).toEqual(['more']);
});

test('hidden actions do not count towards the inline actions', () => {
  const { inline, menu } = splitActions([update, remove, { ...clone, has: false }]);
  expect([namesOf(inline), namesOf(menu)]).toEqual([['update', 'delete'], []]);
});

test('a minor action stays in the menu of its row', () => {
  const { inline, menu } = splitActions([
    { ...update, order: 1 },
    { ...remove, order: 2, isMinor: true },
  ]);
  expect([inline, menu].map((actions) => actions.map(({ name }) => name))).toEqual([
    [update.name],
    [remove.name],
  ]);
});
