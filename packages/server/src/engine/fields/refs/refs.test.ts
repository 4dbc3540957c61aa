import { field, type RefField, type RefsField } from '@gatehouse/contract/resource/fields.ts';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { beforeEach, expect, test } from 'vitest';
import { refusal } from '../../../../test/fields/fieldUse.ts';
import {
  brushes,
  hidden,
  key,
  one,
  resources,
  shop,
  stored,
  two,
  useIn,
} from '../../../../test/fields/relatedUse.ts';
import { ref } from '../ref/ref.ts';
import { idOf, relatedText } from '../related.ts';
import { joinTable, linkOf, refs, refsField } from './refs.ts';

beforeEach(shop.open);

const parse = (value: unknown, options: Partial<RefsField> = {}) =>
  refs.parse?.(value, useIn(field.refs({ ...brushes, ...options })));
const refused = (value: unknown, options: Partial<RefsField> = {}) => refusal(() => parse(value, options));

test('an id is sent alone or in an object, where id takes precedence over pk', () => {
  expect([one, ` ${one} `, 7, { id: one, pk: two }, { pk: two }].map(idOf)).toEqual([
    one,
    one,
    '7',
    one,
    two,
  ]);
  expect([true, null, undefined, [], {}, { id: true }].map(idOf)).toEqual(Array(6).fill(undefined));
});

test('related rows are sent as ids, objects or names, and are stored once each by lower-case id', async () => {
  expect(await parse([one.toUpperCase(), { pk: two }, { id: one }])).toEqual([one, two]);
  expect(await parse([{ name: 'Flat' }, { name: 'round' }])).toEqual([one, two]);
  expect([await parse([]), await parse(null)]).toEqual([[], []]);
});

test('an invalid list of related rows is refused with the reason', async () => {
  expect(await refused(one)).toEqual([{ key: 'not_a_list' }]);
  for (const nothing of [[], null])
    expect(await refused(nothing, { required: true })).toEqual([{ key: nothing ? 'empty_list' : 'null' }]);
  expect(await parse([one], { required: true })).toEqual([one]);
  expect(await refused([true])).toEqual([{ key: 'incorrect_type', params: { type: 'boolean' } }]);
  expect(await refused([one, hidden])).toEqual([{ key: 'does_not_exist', params: { pk: hidden } }]);
  expect(await refused(['x'.repeat(99)])).toEqual([
    { key: 'does_not_exist', params: { pk: 'x'.repeat(64) } },
  ]);
});

test('a list of related rows has at most 10,000 entries unless its field sets another limit', async () => {
  expect(await parse(Array(10_000).fill(one))).toEqual([one]);
  expect(await refused(Array(10_001).fill(one))).toEqual([{ key: 'max_items', params: { max: 10_000 } }]);
  expect(await parse([one, two], { maxItems: 2 })).toEqual([one, two]);
  await expect(parse([one, one, two], { maxItems: 2 })).rejects.toMatchObject({
    fields: { brushes: [{ key: 'max_items', params: { max: 2 } }] },
  });
});

test('unknown rows are left out if the field allows it', async () => {
  expect(await parse([one, hidden, { id: hidden }], { dropsUnknown: true })).toEqual([one]);
  expect(await refused([one, true], { dropsUnknown: true })).toEqual([
    { key: 'incorrect_type', params: { type: 'boolean' } },
  ]);
});

test('the related rows in a column are looked up with one query for ids and one for names', async () => {
  const use = useIn(field.refs(brushes));
  await refs.prefetch?.([[one], [{ name: 'Round' }], 'x', null], use);
  expect(shop.sent).toHaveLength(2);
  expect(await refs.parse?.([one, { name: 'Round' }], use)).toEqual([one, two]);
  // The row found by name was not among the prefetched ids.
  expect(shop.sent).toHaveLength(3);
});

test('a relation is stored in a join table of the owning side, or in a column of the other side', () => {
  const linked = (resource: string, name: string) => {
    const { ctx, resource: own } = useIn(field.refs(brushes), name, resource);
    return linkOf(own, name, refsField(own, name), ctx);
  };
  const table = 'shop_paint_brushes';
  expect(linked('shop.paint', 'brushes')).toEqual({ table, mine: 'paint', theirs: 'brush' });
  expect(linked('shop.gloss', 'brushes')).toEqual({ table, mine: 'paint', theirs: 'brush' });
  expect(linked('shop.brush', 'paints')).toEqual({ table, mine: 'brush', theirs: 'paint' });
  expect(linked('shop.paint', 'similar')).toEqual({
    table: 'shop_paint_similar',
    mine: 'from_paint',
    theirs: 'to_paint',
  });
  expect(linked('shop.paint', 'tins')).toEqual({ reverse: 'paint', table: 'shop_tin' });
  const paint = resources.get('shop.paint')!;
  expect(joinTable(paint, 'brushes')).toBe(table);
  for (const name of ['name', 'missing'])
    expect(() => refsField(paint, name)).toThrow(`shop.paint.${name} relates to no rows`);
});

test('related rows are loaded for all rows at once, with the attributes that the field names', async () => {
  shop.answer = (text) =>
    text.includes('as linked_from')
      ? [
          { linked_from: key('1'), id: two, name: 'Round' },
          { linked_from: key('1'), id: one, name: 'Flat' },
          { linked_from: key('2'), id: two, name: 'Round' },
        ]
      : stored;
  const rows = [{ id: key('1') }, { id: key('2') }, { id: key('3') }];
  const load = (options: Partial<RefsField>) =>
    refs.load?.(rows, useIn(field.refs({ ...brushes, ...options })));
  expect(await load({})).toEqual([
    [
      { id: two, name: 'Round' },
      { id: one, name: 'Flat' },
    ],
    [{ id: two, name: 'Round' }],
    [],
  ]);
  expect(shop.sent).toHaveLength(1);
  expect(shop.sent[0]?.text).toContain('as linked_from, t."id", t."name" from');
  const more = { attrs: ['id', 'name', 'display_name', 'secretName', 'missing'] };
  const [[first]] = (await load(more)) as [[object]];
  expect(first).toEqual({ id: two, name: 'Round', display_name: 'Round' });
  expect(shop.sent[1]?.text).toContain('as linked_from, t.* from');
  const [[usual]] = (await load({ attrs: undefined })) as [[object]];
  expect(usual).toEqual({ id: two, name: 'Round' });
});

test('related rows of an excluded variant are neither shown nor moved', async () => {
  shop.answer = () => [];
  const spec = field.refs({ to: 'shop.tin', reverse: 'paint', except: 'shop.bigTin' });
  const use = useIn(spec, 'tins');
  await refs.load?.([{ id: key('1') }], use);
  expect(shop.sent[0]?.text).toMatch(/not \(+t."big" = /);
  await refs.save?.([{ id: key('1'), value: [one], org: undefined }], use);
  const [, away, here] = shop.sent;
  expect(away).toMatchObject({
    text: expect.stringContaining('= null'),
    values: [key('1'), `{${one}}`, true],
  });
  expect(here).toMatchObject({
    text: expect.stringContaining('= $1'),
    values: [key('1'), `{${one}}`, key('1'), true],
  });
});

test('saving a relation links the chosen rows by ids of the right type', async () => {
  await refs.save?.(
    [
      { id: key('1'), value: [one, two], org: undefined },
      { id: key('2'), value: null, org: undefined },
    ],
    useIn(field.refs(brushes)),
  );
  const pairs = JSON.stringify([
    { mine: key('1'), theirs: one },
    { mine: key('1'), theirs: two },
  ]);
  expect(shop.sent.map(({ values }) => values)).toEqual([[`{${key('1')},${key('2')}}`, pairs], [pairs]]);
  expect(shop.sent[1]?.text).toContain('select p.mine::uuid, p.theirs::uuid');
  const makers = field.refs({ to: 'shop.maker' });
  await refs.save?.([{ id: key('1'), value: [7], org: undefined }], useIn(makers, 'makers'));
  expect(shop.sent[3]?.text).toContain('select p.mine::uuid, p.theirs::bigint');
  await refs.save?.(
    [{ id: '7', value: [one], org: undefined }],
    useIn(field.refs(brushes), 'x', 'shop.maker'),
  );
  expect(shop.sent[5]?.text).toContain('select p.mine::bigint, p.theirs::uuid');
});

test('a filter by related rows accepts only an id of the right type', async () => {
  const filter = (raw: string, to: string, more: Partial<RefsField> = {}) =>
    new PgDialect().sqlToQuery(
      refs.filter?.(raw, sql`x`, useIn(field.refs({ to, ...more }), 'brushes')) as SQL,
    );
  expect(filter(one, 'shop.brush')).toMatchObject({ sql: expect.stringContaining(' j '), params: [one] });
  expect(filter(one, 'shop.tin', { reverse: 'paint' })).toMatchObject({
    sql: expect.stringContaining(' o '),
    params: [one],
  });
  expect(filter('7', 'shop.maker').params).toEqual(['7']);
  for (const [raw, to] of [
    ['x', 'shop.brush'],
    ['7', 'shop.brush'],
    [one, 'shop.maker'],
  ] as const)
    expect(await refusal(() => filter(raw, to))).toEqual([{ key: 'invalid_uuid' }]);
});

test('selectors match rows related to one of several rows and ignore ids of the wrong type', () => {
  const rule = (value: unknown, to: string, more: Partial<RefsField> = {}) =>
    new PgDialect().sqlToQuery(
      refs.rule?.(
        { name: 'brushes', match: 'm2m', value },
        sql`x`,
        useIn(field.refs({ to, ...more })),
      ) as SQL,
    );
  expect(rule([one, '7'], 'shop.brush')).toMatchObject({
    sql: expect.stringMatching(/from "shop_paint_brushes" j .*::uuid/),
    params: [one],
  });
  expect(rule([one, '7'], 'shop.maker')).toMatchObject({
    sql: expect.stringContaining('::bigint'),
    params: ['7'],
  });
  expect(rule([one], 'shop.tin', { reverse: 'paint' })).toMatchObject({
    sql: expect.stringContaining('select o."paint"'),
    params: [one],
  });
});

test('related rows are shown by name in audit logs, and with their ids in files', () => {
  const use = useIn(field.refs(brushes));
  const wire = [
    { id: one, name: 'Flat' },
    { id: two, username: 'round' },
  ];
  expect(refs.toCell?.(wire, use)).toBe(`["Flat(${one})","round(${two})"]`);
  expect([refs.toCell?.(null, use), refs.diff?.(wire, use), refs.diff?.(null, use)]).toEqual([
    '[]',
    'Flat, round',
    '',
  ]);
  expect(refs.fromCell?.(`["Flat(${one})", "Round"]`, use)).toEqual([
    { pk: one, name: 'Flat' },
    { name: 'Round' },
  ]);
  expect([refs.identity?.([{ id: two }, { id: one }]), refs.identity?.('x')]).toEqual([[one, two], 'x']);
  expect([relatedText(null), relatedText('x'), relatedText({ id: 7, display_name: 'D', name: 'N' })]).toEqual(
    ['', 'x', 'D(7)'],
  );
  expect([relatedText({ id: 7, address: 'a' }, 'name'), relatedText({ id: 7 }, 'name')]).toEqual(['a', '7']);
});

test('the metadata of a relation tell clients where to find its rows', () => {
  const url = '/api/v1/shop/brushes/';
  expect(refs.meta(field.refs(brushes), useIn(field.refs(brushes)))).toEqual({
    type: 'm2m_related_field',
    related: { url, attrs: ['id', 'name'] },
  });
  const metaOf = (options: Partial<RefField>) => {
    const spec = field.ref({ to: 'shop.brush', ...options });
    return ref.meta(spec, useIn(spec));
  };
  expect(metaOf({})).toEqual({ type: 'object_related_field', related: { url, attrs: ['id', 'name'] } });
  expect(metaOf({ plain: true }).type).toBe('field');
  expect(metaOf({ to: 'shop.missing' })).toEqual({ type: 'object_related_field' });
});
