import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { expect, test } from 'vitest';
import { fieldUiOf, fieldUis } from '../../fields/registry.ts';
import { columnPlan, shownColumns } from './columns.ts';

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
