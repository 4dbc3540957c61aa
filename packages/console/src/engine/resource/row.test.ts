import { expect, test } from 'vitest';
import { abilityOf, isAble, refusalOf } from './abilities.ts';
import { isEmptyValue, nameOf, rawOf, textOf } from './row.ts';

test.each([
  [{ id: '1', code: 'A', name: 'Ada' }, 'code', 'A'],
  [{ id: '1', name: 'Ada', display_name: 'Ada L.' }, undefined, 'Ada'],
  [{ id: '1', display_name: 'Ada L.', title: 'Countess' }, undefined, 'Ada L.'],
  [{ id: '1', title: 'Countess' }, undefined, 'Countess'],
  [{ id: 7 }, undefined, '7'],
  [{ id: '1', name: 'Ada' }, 'code', 'Ada'],
  [{ id: '1', asset: { id: 'a', name: 'web-01' } }, 'asset', 'web-01'],
  [{ id: '1', name: null, title: 'Countess' }, undefined, 'Countess'],
  [undefined, undefined, ''],
])('the name of %j with the label field %s is "%s"', (row, label, name) => {
  expect(nameOf(row, label)).toBe(name);
});

test.each([
  [null, ''],
  [undefined, ''],
  [0, '0'],
  [false, 'false'],
  ['text', 'text'],
  [{ value: 'a', label: 'Choice A', name: 'x' }, 'Choice A'],
  [{ id: '1', display_name: 'Ada L.', name: 'Ada' }, 'Ada L.'],
  [{ id: '1', name: 'Ada', full_value: '/all/Ada' }, 'Ada'],
  [{ id: '1', full_value: '/all/web', value: 'web' }, '/all/web'],
  [{ value: 3 }, '3'],
  [{ id: '1' }, '{"id":"1"}'],
  [['a', { name: 'b' }, null, ''], 'a, b'],
])('the value %j is shown as %j', (value, text) => {
  expect(textOf(value)).toBe(text);
});

test.each([
  [{ id: 'i', pk: 'p', value: 'v' }, 'i'],
  [{ pk: 'p', value: 'v' }, 'p'],
  [{ value: 'v' }, 'v'],
  [{ name: 'x' }, { name: 'x' }],
  [null, null],
  [undefined, undefined],
  ['text', 'text'],
  [[{ id: 'i' }], [{ id: 'i' }]],
] as [unknown, unknown][])('the raw value of %j is %j', (value, raw) => {
  expect(rawOf(value)).toEqual(raw);
});

test('null, undefined, empty text and an empty list are empty; zero and false are not', () => {
  expect([null, undefined, '', []].map(isEmptyValue)).toEqual([true, true, true, true]);
  expect([0, false, ' ', [''], {}].map(isEmptyValue)).toEqual([false, false, false, false, false]);
});

const general = { can: true, reason: undefined };

test("abilities of a row restrict the user's general abilities and give the reason", () => {
  const row = { id: '1', abilities: ['update'], refusals: { destroy: 'It is built in' } };
  expect(abilityOf(row, 'update', general)).toEqual(general);
  expect(abilityOf(row, 'destroy', general)).toEqual({ can: false, reason: 'It is built in' });
  const denied = { can: false, reason: 'No permission' };
  expect(abilityOf(row, 'update', denied)).toEqual(denied);
  expect(abilityOf({ id: '1' }, 'destroy', general)).toEqual(general);
  expect(abilityOf({ id: '1' }, 'destroy', denied)).toEqual(denied);
});

test('a row without an ability denies the actions that depend on it', () => {
  const row = { id: '1', abilities: ['update'], refusals: { destroy: 'It is built in' } };
  expect([isAble(row, 'update'), isAble(row, 'destroy'), isAble({ id: '1' }, 'update')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([refusalOf(row, 'destroy'), refusalOf(row, 'update'), refusalOf({ id: '1' }, 'destroy')]).toEqual([
    'It is built in',
    undefined,
    undefined,
  ]);
});
