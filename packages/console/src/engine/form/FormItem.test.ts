import { expect, test } from 'vitest';
import { checkedItem, flatItems, isEnabled, isShown } from './FormItem.ts';

test('B-5-035 an item without a name, or without a component, is refused', () => {
  expect(() => checkedItem({ id: '', type: 'text' })).toThrow('id');
  expect(() => checkedItem({ id: 'name' })).toThrow('type or a component');
});

test('B-3-038 enableWhen: all of an object, any of an array, a value for a name', () => {
  expect(isEnabled({ a: 1, b: 2 }, { a: 1, b: 2 })).toBe(true);
  expect(isEnabled({ a: 1, b: 2 }, { a: 1 })).toBe(false);
  expect(isEnabled([{ a: 1 }, 'b'], { b: 'x' })).toBe(true);
  expect(isEnabled('b', { b: '' })).toBe(false);
});

test('an item is shown unless hidden or not enabled', () => {
  expect(isShown({ id: 'a', type: 'text', hidden: ({ x }) => x === 1 }, { x: 1 })).toBe(false);
  expect(isShown({ id: 'a', type: 'text', enableWhen: 'x' }, { x: 1 })).toBe(true);
});

test('B-3-039 a group contains items', () => {
  const items = [
    { id: 'g', type: 'group', items: [{ id: 'a', type: 'text' }] },
    { id: 'b', type: 'text' },
  ];
  expect(flatItems([{ key: 'k', title: 'K', items }]).map(({ id }) => id)).toEqual(['a', 'b']);
});
