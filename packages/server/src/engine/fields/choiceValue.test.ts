import { expect, test } from 'vitest';
import { asText, labelOf, match, rawOf } from './choiceValue.ts';

test('a choice is sent as its value, an object with the value, or a label with the value in parentheses', () => {
  const named = (value: unknown) => match(value, ['red', 'dark(blue)', 1]);
  expect(['red', { value: 'red' }, 'Red (red)', 'Any(red) '].map(named)).toEqual(Array(4).fill('red'));
  expect([1, '1', { value: 1 }, 'One(1)'].map(named)).toEqual([1, 1, 1, 1]);
  expect(named('dark(blue)')).toBe('dark(blue)');
  expect(['green', 'Red(green)', '(red', 2, true, null, ['red'], {}, { value: null }].map(named)).toEqual(
    Array(9).fill(undefined),
  );
  expect([rawOf({ value: 'red' }), rawOf('red'), rawOf(null), rawOf({ label: 'x' })]).toEqual([
    'red',
    'red',
    null,
    { label: 'x' },
  ]);
});

test('an error message quotes at most 64 characters of a refused value', () => {
  expect([asText('red'), asText(7), asText({ a: 1 }), asText(null)]).toEqual(['red', '7', '{"a":1}', 'null']);
  expect(asText('a'.repeat(65))).toHaveLength(64);
});

test('a choice is shown by its label, and a plain choice by its value', () => {
  expect([{ value: 'r', label: 'Red' }, 'red', 3, null, {}].map(labelOf)).toEqual([
    'Red',
    'red',
    '3',
    '',
    '[object Object]',
  ]);
});
