import type { FieldKind, FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { useOf } from '../../../test/fields/fieldUse.ts';
import { everyKind } from './everyKind.ts';
import { fieldMeta, hasColumn, initialValue, kindOf, neverNull, rankOf } from './registry.ts';

const kinds = [...Object.keys(everyKind), 'nested'] as FieldKind[];
const specOf = (kind: FieldKind) =>
  ({ kind, choices: [], bits: [], tree: [], fields: {} }) as unknown as FieldSpec;

test('lists can be ordered by plain values only, not by relations, lists or JSON', () => {
  const orderable = kinds.filter(
    (kind) => kindOf(specOf(kind)).orderable !== false && hasColumn(specOf(kind)),
  );
  expect(orderable).toEqual([
    'boolean',
    'choice',
    'datetime',
    'float',
    'integer',
    'interval',
    'phone',
    'text',
  ]);
});

test('booleans come after the other fields of a row, and dates come last', () => {
  const ranked = kinds.filter((kind) => kind !== 'computed' && rankOf(specOf(kind)) > 0);
  expect(ranked.map((kind) => [kind, rankOf(specOf(kind))])).toEqual([
    ['boolean', 1],
    ['datetime', 2],
  ]);
});

test('the columns of field kinds with an empty value are never null', () => {
  expect(kinds.filter((kind) => neverNull(specOf(kind)))).toEqual([
    'bits',
    'boolean',
    'choice',
    'choices',
    'crontab',
    'float',
    'integer',
    'interval',
    'ipGroup',
    'json',
    'list',
    'selector',
    'text',
    'timePeriod',
    'nested',
  ]);
  expect(neverNull(field.text({ nullable: true }))).toBe(false);
});

test('a new row starts with the default of a field or the empty value of its kind', () => {
  expect(
    [
      field.text({ default: 'red' }),
      field.text({}),
      field.boolean({ default: true }),
      field.bits({ bits: ['a', 'b'], tree: [], default: 'all' }),
      field.integer({ nullable: true }),
    ].map(initialValue),
  ).toEqual(['red', '', true, 3, null]);
});

test('the metadata of a field say what a client must and may send', () => {
  const metaOf = (spec: FieldSpec) => fieldMeta(useOf(spec));
  const texts = { 'shop.paint.fields.shade': 'Shade', 'shop.paint.help.shade': 'As on the tin' };
  expect(fieldMeta(useOf(field.text({ required: true, max: 8 }), { texts }))).toEqual({
    type: 'string',
    kind: 'text',
    label: 'Shade',
    help_text: 'As on the tin',
    required: true,
    read_only: false,
    write_only: false,
    max_length: 8,
  });
  expect(metaOf(field.text({ readOnly: true, required: true }))).toMatchObject({
    required: false,
    read_only: true,
  });
  expect(metaOf(field.secret({ writeOnly: true, nullable: true }))).toMatchObject({
    write_only: true,
    nullable: true,
  });
  expect(metaOf(field.text({ required: true, default: 'red' }))).toMatchObject({
    required: false,
    default: 'red',
  });
  for (const nothing of [null, ''])
    expect(metaOf(field.text({ default: nothing }))).not.toHaveProperty('default');
});
