import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { refusal, useOf } from '../../../../test/fields/fieldUse.ts';
import { kindOf } from '../registry.ts';

type Options = Parameters<typeof field.nested>[0];
const fields = {
  name: field.text({ required: true, max: 8 }),
  port: field.integer({ nullable: true, min: 1 }),
  mode: field.text({ default: 'slow' }),
  seen: field.text({ readOnly: true }),
  key: field.text({ writeOnly: true, nullable: true }),
};
const nested = (options: Partial<Options> = {}) => field.nested({ fields, ...options });
const nestedKind = kindOf(nested());
const parse = async (value: unknown, options: Partial<Options> = {}) =>
  nestedKind.parse?.(value, useOf(nested(options)));
const refused = (value: unknown, options: Partial<Options> = {}) => refusal(() => parse(value, options));

test('an object reads each part by its kind and fills in the defaults of missing parts', async () => {
  expect(await parse({ name: ' a ', port: '22', more: 1, seen: 'x' })).toEqual({
    name: 'a',
    port: 22,
    mode: 'slow',
    key: null,
  });
  expect(await parse({ name: 'a', mode: 'fast' })).toEqual({
    name: 'a',
    port: null,
    mode: 'fast',
    key: null,
  });
  expect(await parse({ name: 'a', more: 1 }, { open: true })).toMatchObject({ name: 'a', more: 1 });
});

test('a missing part without a default gets the empty value of its kind, or null', async () => {
  const parts = { on: field.boolean({}), tags: field.labels({}) };
  expect(await parse({}, { fields: parts })).toStrictEqual({ on: false, tags: null });
});

test('the mistakes in an object are reported for each of its parts', async () => {
  expect(await refused({ port: 0 })).toEqual({
    name: [{ key: 'required' }],
    port: [{ key: 'min_value', params: { min: 1 } }],
  });
  for (const value of ['x', [], 7]) expect(await refused(value)).toEqual([{ key: 'not_an_object' }]);
  expect(await refused({ name: 'a', more: '\u0000' }, { open: true })).toEqual([
    { key: 'control_characters' },
  ]);
  expect(await parse({ name: 'a', more: '\u0000' })).toMatchObject({ name: 'a' });
});

test('a server error while reading an object is not reported as a mistake in the input', async () => {
  const broken = { fields: { paint: field.ref({ to: 'shop.missing' }) } };
  for (const value of [{ paint: 1 }])
    await expect(parse(value, broken)).rejects.toThrow('no resource shop.missing');
  await expect(parse([{ paint: 1 }], { ...broken, many: true })).rejects.toThrow('no resource shop.missing');
});

test('an object may be null, and a list of objects empty, only if the field allows it', async () => {
  expect([await parse(null, { nullable: true }), await parse([], { many: true })]).toEqual([null, []]);
  expect(await refused(null)).toEqual([{ key: 'null' }]);
  expect(await refused([], { many: true, required: true })).toEqual([{ key: 'empty_list' }]);
  expect(await parse([{ name: 'a' }], { many: true, required: true })).toHaveLength(1);
  expect(await parse({ name: 'a' }, { required: true })).toMatchObject({ name: 'a' });
  const emptyOf = (options: Partial<Options>) => nestedKind.empty?.(nested(options));
  expect([emptyOf({ many: true }), emptyOf({ nullable: true }), emptyOf({})]).toEqual([[], null, {}]);
});

test('the mistakes in a list of objects are reported entry by entry', async () => {
  expect(await refused([{ name: 'a' }, {}, 'x'], { many: true })).toEqual([
    {},
    { name: [{ key: 'required' }] },
    { non_field_errors: [{ key: 'not_an_object' }] },
  ]);
  expect(await refused({ name: 'a' }, { many: true })).toEqual({
    non_field_errors: [{ key: 'not_a_list' }],
  });
});

test('a list of objects has at most 1000 entries', async () => {
  const entries = Array(1000).fill({ name: 'a' });
  expect(await parse(entries, { many: true })).toHaveLength(1000);
  expect(await refused([...entries, {}], { many: true })).toEqual([
    { key: 'max_items', params: { max: 1000 } },
  ]);
});

test('files show two parts of an entry separated by a slash', async () => {
  const pair = { many: true, cell: ['name', 'port'] } as const;
  expect(await parse(['ssh/22', ' vnc / ', 'rdp'], pair)).toMatchObject([
    { name: 'ssh', port: 22 },
    { name: 'vnc', port: null },
    { name: 'rdp', port: null },
  ]);
  expect(await refused(['ssh/22'], { many: true })).toEqual([
    { non_field_errors: [{ key: 'not_an_object' }] },
  ]);
  const cell = (wire: unknown, options: Partial<Options> = pair) =>
    nestedKind.toCell?.(wire, useOf(nested(options)));
  expect(
    cell([
      { name: 'ssh', port: 22 },
      { name: 'vnc', port: null },
    ]),
  ).toBe('["ssh/22","vnc/"]');
  expect([cell(null), cell({ name: 'a' }, {}), cell(undefined, {})]).toEqual(['[]', '{"name":"a"}', 'null']);
  expect([
    nestedKind.diff?.({ a: 1 }, useOf(nested())),
    nestedKind.diff?.(undefined, useOf(nested())),
  ]).toEqual(['{"a":1}', 'null']);
});

test('an object is shown with all its parts except write-only ones', () => {
  const show = (stored: unknown, options: Partial<Options> = {}, behaviour = {}) =>
    nestedKind.present?.(stored, useOf(nested(options), { behaviour }));
  const stored = { name: 'a', port: '22', key: 'hush', more: 1 };
  const shown = { name: 'a', port: 22, mode: null, seen: null };
  expect(show(stored)).toEqual(shown);
  expect(show({ name: 'a', port: '22', more: 1 }, { open: true })).toEqual({ ...shown, more: 1 });
  expect([show([stored], { many: true }), show(null, { many: true })]).toEqual([[shown], []]);
  expect([show(null, { nullable: true }), show(null)]).toEqual([
    null,
    { name: null, port: null, mode: null, seen: null },
  ]);
  expect(show({ name: 'a' }, { nullable: true })).toMatchObject({ name: 'a' });
  const parts = { 'shade.seen': ({ name }: { name?: string }) => `by ${name}` };
  expect(show(stored, {}, { parts })).toEqual({ ...shown, seen: 'by a' });
});

test('the metadata of an object describe its parts and those taken from another resource', () => {
  const brush = {
    key: 'shop.brush',
    definition: { app: 'shop', name: 'brush' },
    fields: { width: field.integer({}) },
    behaviour: {},
  };
  const use = (options: Partial<Options>) =>
    useOf(nested(options), { resources: { 'shop.brush': Object.assign(brush, { base: brush }) } });
  const metaOf = (options: Partial<Options>) => nestedKind.meta(nested(options), use(options));
  const one = metaOf({});
  expect(one).toMatchObject({
    type: 'nested object',
    children: { name: { type: 'string', required: true }, port: { type: 'integer', min_value: 1 } },
  });
  expect(Object.keys(one.children ?? {})).toEqual(Object.keys(fields));
  expect(metaOf({ many: true })).toEqual({
    type: 'field',
    child: {
      type: 'nested object',
      required: true,
      read_only: false,
      write_only: false,
      children: one.children,
    },
  });
  const like = metaOf({ like: { resource: 'shop.brush', fields: ['width', 'missing'] } });
  expect(Object.keys(like.children ?? {})).toEqual(['width', ...Object.keys(fields)]);
});
