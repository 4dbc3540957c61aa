import { expect, test } from 'vitest';
import { z } from 'zod';
import { everyShape } from '../../test/everyShape.ts';
import { everyCall } from '../calls/all.ts';
import { keyOf, type ResourceDefinition } from '../resource/defineResource.ts';
import { everyDefinition } from '../resources/all.ts';
import type { CallShape, ShownSpec } from './defineCall.ts';

/** A line of several words that begins with a capital letter and has no full stop. */
const isLine = (text: string) => /^[\p{Lu}\d]\S*\s.*[^\s.]$/u.test(text);

test('every call and action has a summary', () => {
  expect(everyShape.length).toBeGreaterThan(150);
  const faulty = everyShape.filter(([, { summary }]) => !isLine(summary));
  expect(faulty.map(([name, { summary }]) => [name, summary])).toEqual([]);
});

/** The descriptions in a schema as the API description shows them. */
const descriptionsIn = (part: unknown): string[] => {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
};

const schemasOf = ({ query, body, answer, otherwise = {} }: CallShape): z.core.$ZodType[] =>
  [query, body, answer, ...Object.values(otherwise)].filter((part) => part instanceof z.ZodType);

test('no description of a parameter, a body or an answer is empty', () => {
  const descriptions = everyShape.flatMap(([name, shape]) =>
    schemasOf(shape)
      .flatMap((schema) => descriptionsIn(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })))
      .map((text) => [name, text] as const),
  );
  expect(descriptions.length).toBeGreaterThan(20);
  expect(descriptions.filter(([, text]) => !/^[\p{Lu}\d`].*[^\s.]$/su.test(text))).toEqual([]);
});

const byKey = new Map<string, ResourceDefinition>(
  everyDefinition.map((definition) => [keyOf(definition), definition]),
);
const shown: [string, ShownSpec][] = [
  ...everyCall.map(({ addresses, shows }) => [addresses[0], shows]),
  ...everyDefinition.flatMap((definition) =>
    Object.entries(definition.actions ?? {}).map(([name, { shows }]) => [
      `${keyOf(definition)} ${name}`,
      shows,
    ]),
  ),
].filter((entry): entry is [string, ShownSpec] => entry[1] !== undefined);

test('a GET shows rows of a resource there is, with fields it has', () => {
  const rows = shown.flatMap(([name, spec]) => ('rows' in spec ? [{ name, ...spec }] : []));
  expect(rows.length).toBeGreaterThan(3);
  for (const { name, rows: key, fields = [] } of rows) {
    const definition = byKey.get(key);
    expect(definition, name).toBeDefined();
    const known = new Set([
      'id',
      'org_id',
      'org_name',
      ...Object.keys(definition?.fields ?? {}),
      ...(definition?.standard ?? []),
    ]);
    expect([name, fields.filter((field) => !known.has(field))]).toEqual([name, []]);
  }
});
