import { field } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { expect, test } from 'vitest';
import { useOf } from '../../../test/fields/fieldUse.ts';
import { fieldMeta } from './registry.ts';
import { mentioned, retell } from './told.ts';

const brush = {
  key: 'shop.brush',
  definition: { app: 'shop', name: 'brush' },
  fields: {
    width: field.integer({ readOnly: true }),
    hair: field.nested({ fields: { length: field.float({ required: true }) } }),
  },
  behaviour: {},
};
const resources = { 'shop.brush': Object.assign(brush, { base: brush }) };
const plain: FieldMeta = {
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label: 'shade',
  kind: 'text',
};

test('a field told in other words keeps its own words for our clients', () => {
  const told = { type: 'choice', required: true, readOnly: true, choices: [1, 'two'] } as const;
  const texts = { 'shop.paint.choices.shade.1': 'One' };
  expect(fieldMeta(useOf(field.text({ told }), { texts }))).toEqual({
    ...plain,
    type: 'choice',
    required: true,
    read_only: true,
    choices: [
      { value: 1, label: 'One' },
      { value: 'two', label: 'two' },
    ],
    own: { type: 'string', required: false, read_only: false, choices: null },
  });
});

test('words that are the same, and fields without any, have nothing of their own', () => {
  expect(fieldMeta(useOf(field.text()))).toEqual(plain);
  expect(fieldMeta(useOf(field.text({ told: { type: 'string', required: false } })))).toEqual(plain);
  expect(retell(plain, { type: 'string' })).toBe(plain);
});

test('words may depend on whether a list, a row or a request is described', () => {
  const shade = field.text({ told: { required: true, list: { type: 'list' }, write: { type: 'json' } } });
  const typeIn = (block?: 'list' | 'retrieve' | 'write') => fieldMeta(useOf(shade), block).type;
  expect([typeIn(), typeIn('list'), typeIn('retrieve'), typeIn('write')]).toEqual([
    'string',
    'list',
    'string',
    'json',
  ]);
  expect(fieldMeta(useOf(shade), 'write').required).toBe(true);
});

test('an object is told by parts of its own and by fields of another resource', () => {
  const childrenOf = (told: NonNullable<Parameters<typeof field.json>[0]>['told']) =>
    fieldMeta(useOf(field.json({ told }), { resources })).children;
  const some = childrenOf({
    like: { resource: 'shop.brush', fields: ['width', 'missing'] },
    fields: { id: field.uuid() },
  });
  expect(Object.keys(some ?? {})).toEqual(['width', 'id']);
  expect([some?.width?.type, some?.width?.read_only]).toEqual(['integer', true]);
  const writable = childrenOf({ like: { resource: 'shop.brush', fields: ['width'], writable: true } });
  expect(writable?.width?.read_only).toBe(false);
  const within = childrenOf({ like: { resource: 'shop.brush', within: 'hair' } });
  expect(within).toMatchObject({ length: { type: 'float', required: true } });
  expect(childrenOf({ like: { resource: 'shop.brush', within: 'width' } })).toEqual({});
});

test('parts of an object that are only mentioned carry the labels of the resource it is like', () => {
  const mentions = { params: field.json() };
  const like = { resource: 'shop.brush', fields: [] };
  const texts = { 'shop.brush.fields.params': 'Parameters', 'shop.paint.fields.params': 'Mixture' };
  const partOf = (options: Parameters<typeof field.nested>[0]) =>
    fieldMeta(useOf(field.nested(options), { resources, texts })).children?.params;
  expect(partOf({ fields: {}, mentions, like })).toMatchObject({ label: 'Parameters', own: null });
  expect(partOf({ fields: {}, mentions })).toMatchObject({ label: 'Mixture', own: null });
});

test('what is only mentioned stays so, and later words replace earlier ones', () => {
  const mention = mentioned(plain);
  expect(mention).toEqual({ ...plain, own: null });
  expect(retell(mention, { type: 'json' })).toBe(mention);
  const twice = retell(retell(plain, { type: 'json' }), { required: true });
  expect(twice).toEqual({
    ...plain,
    type: 'json',
    required: true,
    own: { type: 'string', required: false },
  });
});
