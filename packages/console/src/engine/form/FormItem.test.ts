import { expect, test } from 'vitest';
import { meta } from '../../../test/domains.ts';
import { checkedItem, flatItems, isEnabled, isShown, metaOf } from './FormItem.ts';

test('B-5-035 an item without an id, or without a type or component, is refused', () => {
  expect(() => checkedItem({ id: '', type: 'text' })).toThrow('id');
  expect(() => checkedItem({ id: 'name' })).toThrow('type or a component');
});

test('B-3-038 enableWhen needs all of an object, any of an array, or a value for a name', () => {
  expect(isEnabled({ a: 1, b: 2 }, { a: 1, b: 2 })).toBe(true);
  expect(isEnabled({ a: 1, b: 2 }, { a: 1 })).toBe(false);
  expect(isEnabled([{ a: 1 }, 'b'], { b: 'x' })).toBe(true);
  expect(isEnabled('b', { b: '' })).toBe(false);
});

test('whether an item is hidden or enabled may depend on other values', () => {
  expect(isShown({ id: 'a', type: 'text', hidden: ({ x }) => x === 1 }, { x: 1 })).toBe(false);
  expect(isShown({ id: 'a', type: 'text', enableWhen: 'x' }, { x: 1 })).toBe(true);
});

test('B-3-039 a group is replaced by its items in the flat list', () => {
  const items = [
    { id: 'g', type: 'group', items: [{ id: 'a', type: 'text' }] },
    { id: 'b', type: 'text' },
  ];
  expect(flatItems([{ key: 'k', title: 'K', items }]).map(({ id }) => id)).toEqual(['a', 'b']);
});

test.each([
  ['a type', { id: 'a', type: 'text' }],
  ['a component', { id: 'a', component: () => null }],
  ['metadata', { id: 'a', meta: meta() }],
])('a form item with %s is complete', (_what, item) => {
  expect(checkedItem(item)).toBe(item);
});

test('a form item is enabled by any value except null, false, empty text and an empty list', () => {
  for (const value of ['x', 0, true, ['x'], {}]) expect(isEnabled('a', { a: value })).toBe(true);
  for (const value of [undefined, null, '', false, []]) expect(isEnabled('a', { a: value })).toBe(false);
  expect(isEnabled(undefined, {})).toBe(true);
  expect(isEnabled([{ a: 1 }, 'b'], { a: 2, b: '' })).toBe(false);
  expect(isEnabled({}, {})).toBe(true);
});

test('a form item that is hidden or not enabled is not shown', () => {
  expect(isShown({ id: 'a', type: 'text', hidden: true }, {})).toBe(false);
  expect(isShown({ id: 'a', type: 'text', hidden: false }, {})).toBe(true);
  expect(isShown({ id: 'a', type: 'text' }, {})).toBe(true);
  expect(isShown({ id: 'a', type: 'text', enableWhen: 'x' }, {})).toBe(false);
});

test("an item's own label, choices and required flag override its metadata", () => {
  expect(metaOf({ id: 'a' })).toEqual({
    type: 'string',
    read_only: false,
    write_only: false,
    label: 'a',
    required: false,
  });
  const choices = [{ value: '1', label: 'One' }];
  expect(metaOf({ id: 'a', type: 'choice', label: 'A', options: choices, required: true })).toMatchObject({
    kind: 'choice',
    choices,
    label: 'A',
    required: true,
  });
  expect(metaOf({ id: 'a', type: 'group' })).not.toHaveProperty('kind');
  const declared = meta({ label: 'Declared', required: true, max_length: 8, read_only: true });
  expect(metaOf({ id: 'a', meta: declared })).toEqual(declared);
  expect(metaOf({ id: 'a', meta: declared, label: '', required: false })).toEqual({
    ...declared,
    label: '',
    required: false,
  });
  expect(metaOf({ id: 'a', meta: declared, required: () => false }).required).toBe(true);
});
