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
])('%j is reported at its place', (input, errors) => {
  expect(errorsOf(input)).toEqual(errors);
});

test('of several mistakes the first is reported', () => {
  expect(errorsOf({ name: 5, ids: 5 })).toEqual({ name: [key('required')] });
});
