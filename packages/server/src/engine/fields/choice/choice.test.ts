import { field } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refusal, sentValues, useOf } from '../../../../test/fields/fieldUse.ts';
import { choice } from './choice.ts';

type Spec = ReturnType<typeof field.choice>;
const texts = { 'shop.paint.choices.shade.red': 'Red', 'shop.paint.choices.shade.empty': 'None at all' };
const parse = (value: unknown, spec: Spec) => choice.parse?.(value, useOf(spec));
const refused = (value: unknown, spec: Spec) => refusal(() => parse(value, spec));
const shades = ['red', 'blue'] as const;
const plain = field.choice({ choices: shades });
const whole = field.choice({ choices: [1, 2], int: true });
const yesNo = field.choice({ choices: ['true', 'false'], bool: true });

test('a choice accepts only its values, or any text of up to 128 characters if it is open', async () => {
  expect([parse('red', plain), parse({ value: 'blue' }, plain), parse('2', whole)]).toEqual([
    'red',
    'blue',
    2,
  ]);
  expect(await refused({ value: 'green' }, plain)).toEqual([
    { key: 'invalid_choice', params: { value: 'green' } },
  ]);
  const open = field.choice({ choices: shades, open: true });
  expect(parse('green', open)).toBe('green');
  expect(parse({ value: 'a'.repeat(128) }, open)).toHaveLength(128);
  expect(await refused('a'.repeat(129), open)).toEqual([{ key: 'max_length', params: { max: 128 } }]);
});

test('an absent choice becomes null, the default or the empty choice, or is refused, depending on the field', async () => {
  for (const nothing of [null, '']) {
    expect(parse(nothing, field.choice({ choices: shades, nullable: true }))).toBeNull();
    expect(parse(nothing, field.choice({ choices: shades, default: 'blue' }))).toBe('blue');
    expect(parse(nothing, field.choice({ choices: ['', 'red'] }))).toBe('');
    expect(await refused(nothing, plain)).toEqual([{ key: 'null' }]);
    const required = field.choice({ choices: ['', 'red'], required: true, default: 'red' });
    expect(await refused(nothing, required)).toEqual([{ key: 'null' }]);
  }
  const emptyOf = (spec: Spec) => choice.empty?.(spec);
  expect([
    emptyOf(field.choice({ choices: shades, nullable: true })),
    emptyOf(plain),
    emptyOf(whole),
    emptyOf(field.choice({ choices: [], int: true })),
  ]).toEqual([null, '', 1, 0]);
});

test('a yes-or-no choice is stored as a boolean and accepts no other words', async () => {
  expect([true, false, { value: true }, 'true', 'false'].map((value) => parse(value, yesNo))).toEqual([
    true,
    false,
    true,
    true,
    false,
  ]);
  expect(await refused(true, plain)).toEqual([{ key: 'invalid_choice', params: { value: 'true' } }]);
  expect(await refused('perhaps', yesNo)).toEqual([{ key: 'invalid_choice', params: { value: 'perhaps' } }]);
});

test('the column of a choice holds whole numbers, booleans or text', () => {
  const typeOf = (spec: Spec) =>
    (choice.column?.(spec, 'shade') as { config?: { columnType: string } } | undefined)?.config?.columnType;
  expect([whole, yesNo, plain].map(typeOf)).toEqual(['PgBigInt53', 'PgBoolean', 'PgText']);
});

test('a choice is shown with its label, and the empty choice without one', () => {
  const shown = (stored: unknown, spec: Spec = plain) => choice.present?.(stored, useOf(spec, { texts }));
  expect([shown('red'), shown('blue'), shown('')]).toEqual([
    { value: 'red', label: 'Red' },
    { value: 'blue', label: 'blue' },
    { value: '', label: '' },
  ]);
  expect([shown(null), shown(undefined)]).toEqual([null, null]);
  expect([shown('2', whole), shown('red', field.choice({ choices: shades, plain: true }))]).toEqual([
    { value: 2, label: '2' },
    'red',
  ]);
  const metaOf = (spec: Spec) => choice.meta(spec, useOf(spec, { texts }));
  expect(metaOf(field.choice({ choices: ['', 'red'] }))).toEqual({
    type: 'labeled_choice',
    choices: [
      { value: '', label: 'None at all' },
      { value: 'red', label: 'Red' },
    ],
  });
  expect(metaOf(field.choice({ choices: shades, plain: true })).type).toBe('choice');
});

test('a choice filter accepts a value of the choice, or words for yes and no', async () => {
  const sent = (raw: string, spec: Spec) => sentValues(choice.filter?.(raw, sql`shade`, useOf(spec)));
  const open = field.choice({ choices: shades, open: true });
  expect([sent('red', plain), sent('2', whole), sent('1', yesNo), sent('green', open)]).toEqual([
    ['red'],
    [2],
    [true],
    ['green'],
  ]);
  expect(await refusal(() => sent('green', plain))).toEqual([
    { key: 'invalid_choice', params: { value: 'green' } },
  ]);
});

test('files show the label and the value of a choice, audit logs only the label', () => {
  const cell = (wire: unknown) => choice.toCell?.(wire, useOf(plain));
  expect([
    cell({ value: 'red', label: 'Red' }),
    cell({ value: '', label: '' }),
    cell('red'),
    cell(null),
  ]).toEqual(['Red(red)', '', 'red', '']);
  expect(cell({ label: 'Red' })).toBe('[object Object]');
  expect(choice.diff?.({ value: 'red', label: 'Red' }, useOf(plain))).toBe('Red');
});

test('selectors match a choice as text, and a yes-or-no choice as a boolean', async () => {
  const sent = async (value: unknown, spec: Spec) =>
    sentValues(await choice.rule?.({ name: 'shade', match: 'exact', value }, sql`shade`, useOf(spec)));
  expect([await sent('1', yesNo), await sent('1', whole)]).toEqual([[true], ['1']]);
});

test('a choice with numbers is known to clients by these, and may be named either way', async () => {
  const numbered = field.choice({ choices: shades, numbers: [7, 9] });
  const use = useOf(numbered, { texts });
  expect([7, '9', 'red', { value: 9 }, 'Blue(9)'].map((value) => parse(value, numbered))).toEqual([
    'red',
    'blue',
    'red',
    'blue',
    'blue',
  ]);
  expect(await refused(8, numbered)).toEqual([{ key: 'invalid_choice', params: { value: '8' } }]);
  expect(choice.present?.('red', use)).toEqual({ value: 7, label: 'Red' });
  expect(choice.meta(numbered, use)).toMatchObject({
    choices: [
      { value: 7, label: 'Red' },
      { value: 9, label: 'blue' },
    ],
  });
});
