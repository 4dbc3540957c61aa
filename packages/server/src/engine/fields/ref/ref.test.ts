import { field, type RefField } from '@gatehouse/contract/resource/fields.ts';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { beforeEach, expect, test } from 'vitest';
import { refusal, sentValues } from '../../../../test/fields/fieldUse.ts';
import { key, one, shop, two, useIn } from '../../../../test/fields/relatedUse.ts';
import { ref } from './ref.ts';

beforeEach(shop.open);

const brush = field.ref({ to: 'shop.brush' });
const takeOne = (value: unknown, options: Partial<RefField> = {}) =>
  ref.parse?.(value, useIn(field.ref({ to: 'shop.brush', ...options }), 'brush'));

test('a related row is found by its id or its name', async () => {
  expect(
    await Promise.all([one.toUpperCase(), { id: one }, { name: 'Flat' }].map((value) => takeOne(value))),
  ).toEqual([one, one, one]);
  expect(await Promise.all([null, ''].map((value) => takeOne(value)))).toEqual([null, null]);
  for (const nothing of [null, ''])
    expect(await refusal(() => takeOne(nothing, { required: true }))).toEqual([{ key: 'null' }]);
  for (const [value, type] of [
    [true, 'boolean'],
    [[one], 'list'],
    [{}, 'object'],
  ])
    expect(await refusal(() => takeOne(value))).toEqual([{ key: 'incorrect_type', params: { type } }]);
  expect(await refusal(() => takeOne('x'.repeat(99)))).toEqual([
    { key: 'does_not_exist', params: { pk: 'x'.repeat(64) } },
  ]);
  expect(ref.empty?.(brush)).toBeNull();
});

test('the names in a column are looked up in one query', async () => {
  const use = useIn(brush, 'brush');
  await ref.prefetch?.([{ name: 'Flat' }, { name: 'Round' }], use);
  expect(shop.sent).toHaveLength(1);
  await ref.parse?.({ name: 'Round' }, use);
  expect(shop.sent).toHaveLength(2);
});

test('an empty id is ignored, and text in parentheses that is not an id belongs to the name', async () => {
  shop.answer = () => [
    { id: one, name: 'Flat(old)' },
    { id: two, name: 'Flat' },
  ];
  expect(await takeOne({ pk: '', name: 'Flat' })).toBe(two);
  expect(await takeOne({ pk: 'old', name: 'Flat' })).toBe(one);
  expect(await takeOne({ pk: one, name: 'Flat' })).toBe(one);
});

test('the ids in a column are looked up in one query', async () => {
  const use = useIn(brush, 'brush');
  await ref.prefetch?.([one, '', null, two], use);
  expect(shop.sent.map(({ values }) => values)).toEqual([[`{${one},${two}}`]]);
  expect([await ref.parse?.(one, use), await ref.parse?.(two, use)]).toEqual([one, two]);
  expect(shop.sent).toHaveLength(1);
});

test('a related row is shown with its attributes, or as its id if the field is plain', async () => {
  const rows = [{ id: key('1'), brush: two }, { id: key('2'), brush: null }, { id: key('3') }];
  expect(await ref.load?.(rows, useIn(brush, 'brush'))).toEqual([{ id: two, name: 'Round' }, null, null]);
  shop.sent = [];
  expect(await ref.load?.(rows, useIn(field.ref({ to: 'shop.brush', plain: true }), 'brush'))).toEqual([
    two,
    null,
    null,
  ]);
  expect(await ref.load?.([{ id: key('2'), brush: null }], useIn(brush, 'brush'))).toEqual([null]);
  expect(shop.sent).toEqual([]);
  shop.answer = () => [{ id: '7', name: 'Seven' }];
  expect(
    await ref.load?.([{ id: key('1'), brush: '7' }], useIn(field.ref({ to: 'shop.maker' }), 'brush')),
  ).toEqual([{ id: 7, name: 'Seven' }]);
});

test('a filter by a related row accepts only an id of the right type', async () => {
  const filter = (raw: string, to: string) =>
    sentValues(ref.filter?.(raw, sql`x`, useIn(field.ref({ to }), 'brush')));
  expect([filter(one, 'shop.brush'), filter('7', 'shop.maker')]).toEqual([[one], ['7']]);
  expect(await refusal(() => filter('7', 'shop.brush'))).toEqual([{ key: 'invalid_uuid' }]);
  expect(await refusal(() => filter(one, 'shop.maker'))).toEqual([{ key: 'invalid_integer' }]);
});

test('selectors match one of several related rows or none of them, and an asterisk matches all', () => {
  const rule = (match: string, value: unknown) =>
    new PgDialect().sqlToQuery(
      ref.rule?.({ name: 'brush', match, value }, sql`x`, useIn(brush, 'brush')) as SQL,
    );
  expect(rule('in', [one, 'x', { id: two }])).toMatchObject({ params: [`{${one},${two}}`] });
  expect(rule('in', ['*', one])).toEqual({ sql: 'true', params: [] });
  expect(rule('in', one).sql).not.toContain('not true');
  expect(rule('not', one)).toMatchObject({
    sql: expect.stringContaining('is not true'),
    params: [`{${one}}`],
  });
});

test('a related row is shown by its name in audit logs, and with its id in files', () => {
  const use = useIn(brush, 'brush');
  const wire = { id: one, name: 'Flat' };
  expect([ref.toCell?.(wire, use), ref.diff?.(wire, use), ref.toCell?.(null, use)]).toEqual([
    `Flat(${one})`,
    'Flat',
    '',
  ]);
  const read = (cell: string) => ref.fromCell?.(cell, use);
  expect([`Flat(${one})`, one, 'Flat', `{"id":"${one}"}`].map(read)).toEqual([
    { pk: one, name: 'Flat' },
    one,
    { name: 'Flat' },
    { id: one },
  ]);
  expect(ref.fromCell?.('Seven(7)', useIn(field.ref({ to: 'shop.maker' }), 'brush'))).toEqual({
    pk: 7,
    name: 'Seven',
  });
});
