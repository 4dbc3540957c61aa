import { expect, test } from 'vitest';
import { z } from 'zod';
import { everyShape } from '../../test/everyShape.ts';
import { everyCall } from '../calls/all.ts';
import { permissionName, permissions } from '../permissions/catalogue.ts';
import { keyOf, type ResourceDefinition } from '../resource/defineResource.ts';
import { everyDefinition } from '../resources/all.ts';
import type { CallShape, ShownSpec } from './defineCall.ts';
import type { Media } from './media.ts';

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

const jsonSchemasOf = (shape: CallShape): unknown[] =>
  schemasOf(shape).map((schema) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));

test('no description of a parameter, a body or an answer is empty', () => {
  const descriptions = everyShape.flatMap(([name, shape]) =>
    descriptionsIn(jsonSchemasOf(shape)).map((text) => [name, text] as const),
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

const needsOf = (permission: string | readonly string[]): string[] =>
  [permission].flat().flatMap((need) => need.split('|'));

test('every call requires a permission that can be granted, or says who else may make it', () => {
  const known = new Set([
    'public',
    'validUser',
    'superuser',
    'serviceAccount',
    ...permissions.map(permissionName),
  ]);
  const faulty = everyCall.filter(({ permission }) => needsOf(permission).some((need) => !known.has(need)));
  expect(faulty.map(({ addresses, permission }) => [addresses[0], permission])).toEqual([]);
});

/** The calls anyone may make, without signing in. */
const open = [
  'GET /',
  'GET /api/health/',
  'GET /api/v1/authentication/login-confirm-ticket/status/',
  'DELETE /api/v1/authentication/login-confirm-ticket/status/',
  'POST /api/v1/authentication/auth/',
  'POST /api/v1/authentication/mfa/select/',
  'POST /api/v1/authentication/mfa/verify/',
  'GET /api/v1/authentication/user-session/',
  'DELETE /api/v1/authentication/user-session/',
  'GET /api/v1/prometheus/metrics/',
  'GET /api/v1/settings/logo/',
  'GET /api/v1/settings/public/',
  'GET /api/v1/settings/public/open/',
  'GET /api/v1/settings/server-info/',
  'POST /api/v1/terminal/terminal-registrations/',
  'GET /api/v1/users/profile/',
  'GET /luna',
  'GET /luna/*',
  'GET /media/*',
  'GET /static/:file',
  'GET /ui',
  'GET /ui/*',
  'POST /vue-admin-template/user/logout',
];

test('only the pages of signing in and a known few calls are open to everybody', () => {
  const found = everyCall
    .filter(({ permission }) => needsOf(permission).includes('public'))
    .map(({ addresses }) => addresses[0] ?? '')
    .filter((address) => !/^(GET|POST) \/core\//.test(address));
  expect(found.toSorted()).toEqual(open.toSorted());
});

const mediaOf = ({ body, answer }: CallShape): Media[] =>
  [body, answer].filter((part): part is Media => typeof part === 'object' && 'media' in part);

test('what is not JSON has the name of a content type', () => {
  const types = everyShape.flatMap(([name, shape]) =>
    mediaOf(shape).flatMap(({ media }) => media.map((type) => [name, type] as const)),
  );
  expect(types.length).toBeGreaterThan(30);
  expect(types.filter(([, type]) => !/^(\*|[a-z]+)\/(\*|[a-z.+-]+)$/.test(type))).toEqual([]);
});

/** The words in a schema that a value must be one of. */
const wordsIn = (part: unknown): unknown[] => {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'const' || (key === 'enum' && Array.isArray(value))) return [value].flat();
    return wordsIn(value);
  });
};

test('no word that a parameter, a body or an answer can be is empty, but for those that are so on the wire', () => {
  const words = everyShape.flatMap(([name, shape]) =>
    wordsIn(jsonSchemasOf(shape)).map((word) => [name, word] as const),
  );
  expect(words.length).toBeGreaterThan(100);
  const empty = words.filter(([, word]) => word === '').map(([name]) => name);
  expect(empty.toSorted()).toEqual([
    'GET /api/v1/authentication/confirm/',
    'GET /api/v1/authentication/confirm/check/',
    'GET /media/*',
    'POST /api/v1/authentication/confirm/',
    'accounts.account createMany',
    'assets.node createChild',
    'assets.node createChildOf',
    'terminal.session validateJoin',
  ]);
});

const jsonTypes = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** The types named in a schema; what lies under `properties` is named by its fields. */
const typesIn = (part: unknown): unknown[] => {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'type') return [value].flat();
    return key === 'properties' ? Object.values(value).flatMap(typesIn) : typesIn(value);
  });
};

test('the API description names only types that JSON has', () => {
  const types = everyShape.flatMap(([name, shape]) =>
    typesIn(jsonSchemasOf(shape)).map((type) => [name, type] as const),
  );
  expect(types.filter(([, type]) => !jsonTypes.has(String(type)))).toEqual([]);
});

test('whole recordings and files may be as large as a gibibyte, everything else is short', () => {
  const large = everyDefinition.flatMap((definition) =>
    Object.entries(definition.actions ?? {}).flatMap(([name, { bodyLimit }]) =>
      bodyLimit === undefined ? [] : [[`${keyOf(definition)} ${name}`, bodyLimit]],
    ),
  );
  expect(large).toEqual([
    ['audits.ftplog uploadFile', 2 ** 30],
    ['terminal.session uploadReplay', 2 ** 30],
  ]);
});
