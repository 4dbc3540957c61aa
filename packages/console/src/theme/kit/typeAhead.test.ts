import { expect, test } from 'vitest';
import { typeAhead } from './typeAhead.ts';

const entries = ['Amsterdam', 'Berlin', 'Antwerp', 'aab'].map((label) => ({ id: label, label }));

test.each([
  ['b', undefined, 'Berlin'],
  ['a', undefined, 'Amsterdam'],
  ['a', 'Amsterdam', 'Antwerp'],
  ['a', 'aab', 'Amsterdam'],
  ['A', 'Berlin', 'Antwerp'],
  ['an', 'Antwerp', 'Antwerp'],
  ['an', undefined, 'Antwerp'],
  ['am', 'Berlin', 'Amsterdam'],
  ['aa', 'Amsterdam', 'aab'],
  ['aaa', 'Amsterdam', 'Antwerp'],
  ['bb', 'Berlin', 'Berlin'],
  ['ab', 'Amsterdam', undefined],
  ['x', 'Amsterdam', undefined],
])('typing "%s" at %s focuses %s', (typed, current, found) => {
  expect(typeAhead(entries, current, typed)).toBe(found);
});
