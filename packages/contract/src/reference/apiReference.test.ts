import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiReference, apiReferencePath } from './apiReference.ts';
import { valueText } from './markdown.ts';
import { fieldTable } from './resourceText.ts';
import { parametersOf, shapeText } from './shapeText.ts';

const project = fileURLToPath(new URL('../../../../', import.meta.url));
const reference = apiReference();

test.each([...reference.keys()])(
  'the interface of %s is the one that its document tells clients',
  async (app) => {
    expect(reference.get(app)).toBe(await readFile(`${project}${apiReferencePath(app)}`, 'utf8'));
  },
);

test('no document describes what is gone', async () => {
  const there = await readdir(`${project}docs/api`);
  expect(there.toSorted()).toEqual([...reference.keys()].map((app) => `${app}.md`).toSorted());
});

test.each([
  [
    z.object({ name: z.string().min(1).max(8), age: z.int().optional() }),
    '{ name: string (at least 1 character, at most 8 characters), age?: integer }',
  ],
  [z.object({ at: z.string().describe('Where it is') }), '{ at: string [Where it is] }'],
  [z.looseObject({ on: z.boolean() }), '{ on: boolean, … }'],
  [z.record(z.string(), z.number()), '{ [name]: number }'],
  [z.object({}), '{ … }'],
  [z.enum(['a', 'b']).default('b'), '"a" | "b" (default "b")'],
  [z.array(z.enum(['a', 'b'])).max(3), '("a" | "b")[] (at most 3 items)'],
  [z.array(z.object({ id: z.uuid() })), '{ id: string (uuid) }[]'],
  [z.tuple([z.literal('x'), z.null()]), '["x", null]'],
  [z.union([z.string(), z.string(), z.number().gt(2).lt(9)]), 'string | number (above 2, below 9)'],
  [z.string().regex(/^a+$/), 'string (as /^a+$/)'],
  [z.unknown(), 'any value'],
])('a shape is written as a type: %#', (shape, text) => {
  expect(shapeText(shape)).toBe(text);
});

test('parameters of a query come with their values, whether they are needed, and what they mean', () => {
  const query = z.object({
    days: z.coerce.number().describe('How many days'),
    all: z.literal('1').optional(),
  });
  expect(parametersOf(query)).toEqual([
    { name: 'days', values: 'number', isNeeded: true, description: 'How many days' },
    { name: 'all', values: '"1"', isNeeded: false, description: '' },
  ]);
});

test('a table of fields tells kind and properties, also of the fields inside a field', () => {
  expect(
    fieldTable({
      on: { kind: 'boolean', default: true },
      parts: { kind: 'json', nullable: true, fields: { x: { kind: 'text', max: 3 } } } as never,
    }),
  ).toEqual([
    [
      '| Field | Kind | Holds |',
      '| --- | --- | --- |',
      '| `on` | boolean | default true |',
      '| `parts` | json | nullable; fields x |',
      '| `parts.x` | text | max 3 |',
    ].join('\n'),
  ]);
  expect(fieldTable({})).toEqual([]);
  expect([valueText([]), valueText(''), valueText([['a', 'b'], ['c']]), valueText({ a: 1 })]).toEqual([
    'none',
    '""',
    '[a, b], [c]',
    '{"a":1}',
  ]);
});
