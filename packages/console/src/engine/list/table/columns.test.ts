import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { expect, test } from 'vitest';
import { fieldUiOf, fieldUis } from '../../fields/registry.ts';
import { headWidth } from '../../table/Column.ts';
import { type ColumnInput, columnPlan, shownColumns } from './columns.ts';

const meta = (over: Partial<FieldMeta> = {}): FieldMeta => ({
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label: 'X',
  ...over,
});
const t = (key: string) => key;
const metas = {
  id: meta({ label: 'ID' }),
  name: meta({ label: 'Name', order: true, filter: true }),
  password: meta({ write_only: true }),
  is_active: meta({ type: 'boolean', filter: true }),
  org_id: meta(),
  comment: meta({ label: 'Comment' }),
};
const view = {
  label: 'name',
  list: { default: ['name', 'comment', 'actions'], min: ['name', 'actions'], exclude: [] },
};

test('columns come from metadata without write-only fields and without the organization id', () => {
  const { all } = columnPlan({ metas, view, t });
  expect(all.map(({ name }) => name)).toEqual(['name', 'comment', 'id', 'is_active']);
});

test('a page may draw a column for a field that is written only, such as a secret', () => {
  const { all } = columnPlan({ metas, view, t, slots: { password: { title: 'Secret' }, comment: {} } });
  expect(all.map(({ name }) => name)).toEqual(['name', 'comment', 'id', 'is_active', 'password']);
});

test('B-3-043 sorting and column filters follow the metadata', () => {
  const { all } = columnPlan({ metas, view, t });
  const by = Object.fromEntries(all.map((column) => [column.name, column]));
  expect(by.name?.isSortable).toBe(true);
  expect(by.comment?.isSortable).toBe(false);
  expect(by.is_active?.filterChoices?.map(({ value }) => value)).toEqual(['true', 'false']);
  expect(by.name?.filterChoices).toBeUndefined();
});

test.each([
  ['choice', 'choice'],
  ['labeled_choice', 'choice'],
  ['boolean', 'boolean'],
  ['datetime', 'datetime'],
  ['object_related_field', 'ref'],
  ['m2m_related_field', 'refs'],
  ['list', 'list'],
  ['json', 'json'],
  ['string', 'text'],
] as const)('B-3-043 a column of type %s is drawn as %s', (type, kind) => {
  const [column] = columnPlan({ metas: { x: meta({ type }) }, view, t }).all;
  expect(fieldUiOf(column?.meta ?? meta())).toBe(fieldUis[kind]);
});

test('B-5-046 minimum columns cannot be hidden by a saved choice', () => {
  const plan = columnPlan({ metas, view, t });
  expect(shownColumns(plan, ['comment']).map(({ name }) => name)).toEqual(['name', 'comment']);
  expect(shownColumns(plan, undefined).map(({ name }) => name)).toEqual(['name', 'comment']);
});

test('a page adds, renames and removes columns', () => {
  const { all } = columnPlan({
    metas,
    view,
    slots: { target: { title: 'Target' }, comment: { has: false }, name: { title: 'Host' } },
    t,
  });
  expect(all.map(({ title }) => title)).toEqual(['Host', 'ID', 'X', 'Target']);
});

const columnsOf = (over: Partial<ColumnInput>) => {
  const plan = columnPlan({ metas, view, t, ...over });
  return { ...plan, by: Object.fromEntries(plan.all.map((column) => [column.name, column])) };
};

test('a column added by a page has no sorting or filter and uses its name as title', () => {
  const { by } = columnsOf({ slots: { target: {} } });
  expect(by.target).toEqual({
    name: 'target',
    title: 'target',
    meta: { type: 'field', required: false, read_only: true, write_only: false, label: 'target' },
    width: Math.max(fieldUiOf(meta({ type: 'field' })).column.width, headWidth('target', 0)),
    align: fieldUiOf(meta({ type: 'field' })).column.align,
    help: undefined,
    showFull: false,
    isSortable: false,
    filterChoices: undefined,
    card: fieldUiOf(meta({ type: 'field' })).column.card,
    Cell: undefined,
  });
});

const Cell = () => null;

test('page settings of a column override those of its kind', () => {
  const own = {
    title: 'Remark',
    width: 777,
    align: 'center',
    help: 'Why',
    showFull: true,
    sortable: true,
    card: 'state',
    Cell,
  } as const;
  const { by } = columnsOf({
    slots: { comment: own, is_active: { filter: false }, name: { sortable: false } },
  });
  const { sortable: isSortable, ...rest } = own;
  expect(by.comment).toMatchObject({ ...rest, isSortable });
  expect([by.is_active?.filterChoices, by.name?.isSortable]).toEqual([undefined, false]);
});

test('the column that names the row is the card title and is wider', () => {
  const { by } = columnsOf({});
  expect([by.name?.width, by.name?.card]).toEqual([190, 'title']);
  expect([by.comment?.width, by.comment?.card]).not.toContain('title');
  expect(by.comment?.width).not.toBe(190);
  const named = columnsOf({ view: { ...view, label: 'comment' } }).by;
  expect([named.comment?.width, named.comment?.card, named.name?.card === 'title']).toEqual([
    190,
    'title',
    false,
  ]);
  expect(columnsOf({ view: undefined }).by.name?.card).toBe('title');
});

test('a heading leaves room for its controls', () => {
  const label = 'A heading much longer than any of its values';
  const of = (over: Partial<FieldMeta>, help?: string) =>
    columnsOf({
      metas: { x: meta({ type: 'boolean', label, ...over }) },
      slots: { x: { ...(help && { help }) } },
    }).by.x?.width;
  expect(of({})).toBe(headWidth(label, 0));
  expect(of({ order: true })).toBe(headWidth(label, 1));
  expect(of({ filter: true })).toBe(headWidth(label, 1));
  expect(of({ order: true, filter: true }, 'Why')).toBe(headWidth(label, 3));
});

test('a field without a label uses its name as heading', () => {
  const { label: _label, ...bare } = meta();
  expect(columnsOf({ metas: { ip: bare as FieldMeta } }).by.ip?.title).toBe('ip');
});

const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name);

test('columns excluded by metadata or page cannot be chosen', () => {
  const excluding = { ...view, list: { ...view.list, exclude: ['id'] } };
  const { all } = columnsOf({ view: excluding, mode: { exclude: ['is_active'] }, slots: { actions: {} } });
  expect(names(all)).toEqual(['name', 'comment']);
});

test('page default columns override those of the metadata', () => {
  const plan = columnsOf({ mode: { columns: ['comment', 'id', 'gone'], fixed: ['id', 'gone'] } });
  expect([plan.defaults, plan.mins]).toEqual([['comment', 'id'], ['id']]);
  expect(names(plan.all)).toEqual(['comment', 'id', 'name', 'is_active']);
  expect(names(shownColumns(plan, ['name']))).toEqual(['id', 'name']);
});

test('B-5-046 without defaults all columns are shown; without minimum columns the id is one', () => {
  const unsaid = columnsOf({ view: undefined });
  expect([unsaid.defaults, unsaid.mins]).toEqual([['id', 'name', 'is_active', 'comment'], ['id']]);
  const nameless = columnsOf({
    view: { label: 'gone', list: { default: ['gone'], min: ['gone'], exclude: [] } },
  });
  expect([nameless.defaults, nameless.mins]).toEqual([['id', 'name', 'is_active', 'comment'], ['id']]);
  const shortest = { label: 'comment', list: { ...view.list, min: undefined as never } };
  expect(columnsOf({ view: shortest }).mins).toEqual(['id']);
});
