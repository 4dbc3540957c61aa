import { neededText, someIds, uuid } from '@gatehouse/contract/call/bodyFields.ts';
import { ValidationError } from '@gatehouse/contract/errors.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checked } from './mistakes.ts';

const schema = z.object({
  name: neededText,
  ids: someIds(2).optional(),
  level: z.enum(['low', 'high']).optional(),
  count: z.int().max(5).nullable().optional(),
  rules: z.array(z.object({ port: z.int() })).optional(),
  owner: z.object({ id: uuid }).optional(),
});
const errorsOf = (input: object) => {
  try {
    checked(schema, { name: 'x', ...input });
  } catch (error) {
    if (error instanceof ValidationError) return error.fields;
    throw error;
  }
  return undefined;
};
const key = (name: string) => expect.objectContaining({ key: name });

test('valid input passes, without undeclared keys', () => {
  expect(checked(schema, { name: 'x', count: null, more: 1 })).toEqual({ name: 'x', count: null });
});

test.each([
  [{ name: undefined }, { name: [key('required')] }],
  [{ name: '' }, { name: [key('required')] }],
  [{ ids: 'x' }, { ids: [key('not_a_list')] }],
  [{ ids: [] }, { ids: [key('empty_list')] }],
  [{ ids: ['x'] }, { ids: [key('invalid_uuid')] }],
  [{ level: 'middle' }, { level: [{ key: 'invalid_choice', params: { value: 'middle', pk: 'middle' } }] }],
  [{ count: 6 }, { count: [{ key: 'max_value', params: { max: 5 } }] }],
  [{ count: 'x' }, { count: [key('invalid_number')] }],
  [{ count: 1.5 }, { count: [key('invalid_integer')] }],
  [{ rules: [{ port: 1 }, {}] }, { rules: [{}, { port: [key('required')] }] }],
  [{ owner: { id: null } }, { owner: { id: [key('invalid_uuid')] } }],
  [{ owner: 5 }, { owner: [key('not_an_object')] }],
])('the mistake in %j is reported at its place', (input, errors) => {
  expect(errorsOf(input)).toEqual(errors);
});

test('of several mistakes the first of each field is reported', () => {
  expect(errorsOf({ name: 5, ids: 5, rules: [{}, { port: 'x' }] })).toEqual({
    name: [key('required')],
    ids: [key('not_a_list')],
    rules: [{ port: [key('required')] }],
  });
});

test('of several rows with mistakes the first is reported, and a body of another kind as a whole', () => {
  const mistakesIn = (input: unknown) => {
    try {
      return checked(z.array(z.object({ port: z.int() })), input);
    } catch (error) {
      return (error as ValidationError).fields;
    }
  };
  expect(mistakesIn([{ port: 1 }, {}, {}])).toEqual([{}, { port: [key('required')] }]);
  expect(mistakesIn(5)).toEqual({ non_field_errors: [key('not_a_list')] });
});

test('a mistake without a message of its own names the expected kind of value', () => {
  const plain = z.object({
    list: z.array(z.string()).min(1).max(2),
    object: z.object({}),
    record: z.record(z.string(), z.string()),
    text: z.string().min(2).max(3),
    whole: z.int().min(1),
    number: z.number().max(5),
    yes: z.boolean(),
    level: z.enum(['low', 'high']),
    date: z.date(),
    shape: z.string().regex(/x/),
  });
  const mistakeIn = (name: keyof typeof plain.shape, value: unknown) => {
    try {
      return checked(plain.pick({ [name]: true } as never), { [name]: value });
    } catch (error) {
      const [found] = (
        (error as ValidationError).fields as Record<string, { key: string; params: object }[]>
      )[name]!;
      return found;
    }
  };
  const keysOf = (value: unknown) =>
    (['list', 'object', 'record', 'text', 'whole', 'number', 'yes', 'level', 'date'] as const).map(
      (name) => (mistakeIn(name, value) as { key: string }).key,
    );
  expect(keysOf(undefined)).toEqual(Array(9).fill('required'));
  expect(keysOf(null)).toEqual([...Array(7).fill('null'), 'invalid_choice', 'null']);
  expect(keysOf(Symbol.iterator)).toEqual([
    'not_a_list',
    'not_an_object',
    'not_an_object',
    'invalid_string',
    'invalid_number',
    'invalid_number',
    'invalid_boolean',
    'invalid_choice',
    'invalid',
  ]);
  expect(mistakeIn('whole', 1.5)).toMatchObject({ key: 'invalid_integer' });
  expect([mistakeIn('list', []), mistakeIn('list', ['a', 'b', 'c'])]).toEqual([
    { key: 'empty_list', params: { min: 1 } },
    { key: 'max_items', params: { max: 2 } },
  ]);
  expect([mistakeIn('text', 'a'), mistakeIn('text', 'abcd')]).toEqual([
    { key: 'min_length', params: { min: 2 } },
    { key: 'max_length', params: { max: 3 } },
  ]);
  expect([mistakeIn('whole', 0), mistakeIn('number', 6)]).toEqual([
    { key: 'min_value', params: { min: 1 } },
    { key: 'max_value', params: { max: 5 } },
  ]);
  expect(mistakeIn('shape', 'abc')).toMatchObject({ key: 'invalid', params: { value: 'abc', pk: 'abc' } });
});

test('a mistake in the input as a whole is reported as a non-field error', () => {
  let found: unknown;
  try {
    checked(z.object({}), 'x');
  } catch (error) {
    found = (error as ValidationError).fields;
  }
  expect(found).toEqual({ non_field_errors: [key('not_an_object')] });
});
