import { ValidationError } from '@gatehouse/contract/errors.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { useOf } from '../../../test/fields/fieldUse.ts';
import { one, shop, two, useIn } from '../../../test/fields/relatedUse.ts';
import { buildResources } from '../resource.ts';
import {
  changedFields,
  errorsOf,
  parseInput,
  prefetchInputs,
  type WriteMode,
  writableFields,
} from './parse.ts';

const fields = {
  name: field.text({ required: true }),
  shade: field.text({ default: 'red' }),
  note: field.text({}),
  key: field.secret({ writeOnly: true }),
  maker: field.text({ createOnly: true }),
  seen: field.text({ readOnly: true }),
  inner: field.text({ hidden: true }),
  closed: field.text({}),
  own: field.text({ virtual: true, default: 'x' }),
};
const definitions = ['uuid', 'integer'].map((id) => ({
  app: 'shop',
  name: id,
  path: id,
  label: 'name',
  id,
  fields,
}));
const resources = buildResources(definitions as unknown as ResourceDefinition[], {
  'shop.uuid': { hiddenFields: () => ['closed'] as never },
});
const paint = resources.get('shop.uuid')!;
const { ctx } = useOf(field.text({}));
const parse = (input: unknown, mode: WriteMode, resource = paint) => parseInput(resource, input, mode, ctx);

test('callers may write only visible fields that are not read-only, and create-only fields only in a new row', () => {
  const names = (mode: WriteMode) => writableFields(paint, mode, ctx).map(([name]) => name);
  expect(names('create')).toEqual(['name', 'shade', 'note', 'key', 'maker', 'own']);
  expect(names('patch')).toEqual(['name', 'shade', 'note', 'key', 'own']);
});

test('a missing field gets its default on create, is reset on replace only if it has a default, and stays on patch', async () => {
  const input = { name: 'a', more: 1, seen: 'x', inner: 'x', closed: 'x' };
  expect(await parse(input, 'create')).toEqual({
    values: { name: 'a', shade: 'red', note: '', key: null, maker: '' },
  });
  expect(await parse(input, 'replace')).toEqual({ values: { name: 'a', shade: 'red' } });
  expect(await parse({ note: 'b' }, 'patch')).toEqual({ values: { note: 'b' } });
});

test('all mistakes in an input are reported at once', async () => {
  expect(await parse({ shade: {}, note: [] }, 'create')).toEqual({
    errors: {
      name: [{ key: 'required' }],
      shade: [{ key: 'invalid_string' }],
      note: [{ key: 'invalid_string' }],
    },
  });
  for (const input of [null, [], 'x'])
    expect(await parse(input, 'create')).toEqual({
      errors: { non_field_errors: [{ key: 'not_an_object' }] },
    });
});

test('an empty secret leaves the stored secret unchanged', async () => {
  for (const key of ['', null]) {
    expect(await parse({ key }, 'patch')).toEqual({ values: {} });
    expect(await parse({ name: 'a', key }, 'create')).toMatchObject({ values: { key: null } });
  }
  expect((await parse({ key: 'hush' }, 'patch')).values?.key).toMatch(/^g1\./);
});

test('a new row may be sent with an id of the type that its table uses', async () => {
  const uuid = '00000000-0000-4000-8000-00000000000A';
  const idOf = async (id: unknown, kind: string, mode: WriteMode = 'create') => {
    const { values, errors } = await parse({ name: 'a', id }, mode, resources.get(`shop.${kind}`)!);
    return errors ? errors.id : values.id;
  };
  expect([await idOf(uuid, 'uuid'), await idOf('7', 'integer'), await idOf(7, 'integer')]).toEqual([
    uuid.toLowerCase(),
    7,
    7,
  ]);
  for (const nothing of [null, '', undefined]) expect(await idOf(nothing, 'uuid')).toBeUndefined();
  for (const wrong of ['x', 7]) expect(await idOf(wrong, 'uuid')).toEqual([{ key: 'invalid_uuid' }]);
  for (const wrong of ['x', 1.5, true, [7]])
    expect(await idOf(wrong, 'integer')).toEqual([{ key: 'invalid_integer' }]);
  expect([await idOf(uuid, 'uuid', 'patch'), await idOf('x', 'uuid', 'replace')]).toEqual([
    undefined,
    undefined,
  ]);
});

test('a server error is not reported as a mistake in the input', async () => {
  const broken = { ...ctx, decrypt: () => expect.fail('no key') };
  await expect(parseInput(paint, { key: 'hush' }, 'patch', broken as never)).rejects.toThrow('no key');
  expect(() => errorsOf(new Error('broken'))).toThrow('broken');
  expect(() => errorsOf(new ValidationError([{ key: 'invalid' }]))).toThrow();
  const found = { name: [{ key: 'required' }] };
  expect(errorsOf(new ValidationError(found))).toEqual(found);
});

test('inputs without related rows need no lookup', async () => {
  await expect(prefetchInputs(paint, [{ name: 'a' }, 'x', {}], 'create', ctx)).resolves.toBeUndefined();
});

test('the related rows of several inputs are looked up in one query', async () => {
  const brushes = useIn(field.refs({ to: 'shop.brush' }));
  shop.open();
  const inputs = [{ brushes: [one] }, {}, 'x', { brushes: [two] }];
  await prefetchInputs(brushes.resource, inputs, 'create', brushes.ctx);
  expect(shop.sent.map(({ values }) => values)).toEqual([[`{${one},${two}}`]]);
});

test('a field has changed if its value differs, and a missing value equals null', () => {
  expect(
    changedFields({ id: '1', a: 1, b: [1], c: null }, { a: 1, b: [2], c: undefined, d: null, e: '' }),
  ).toEqual(['b', 'e']);
  expect(changedFields(undefined, { a: null, b: 0 })).toEqual(['b']);
});
