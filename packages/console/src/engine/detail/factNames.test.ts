import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { expect, test } from 'vitest';
import { factNames } from './factNames.ts';

const meta: FieldMeta = { type: 'string', required: false, read_only: false, write_only: false, label: 'X' };
const metas = { id: meta, name: meta, secret: { ...meta, write_only: true }, org_id: meta, comment: meta };
const row = { id: '1', name: 'a', org_id: 'o', comment: '' };

test('a facts card follows the metadata without write-only fields and the organization id, name first', () => {
  expect(factNames({ metas, row, label: 'name' })).toEqual(['name', 'id', 'comment']);
});

test('a page chooses its facts', () => {
  const layout = { order: ['comment', 'made'], exclude: ['id', 'name'] };
  expect(factNames({ metas, row, label: 'name', layout })).toEqual(['comment', 'made']);
  expect(factNames({ metas, row, label: 'name', layout: { exclude: ['id'] } })).toEqual(['name', 'comment']);
});

test('a new field is shown after the others, without an edit of the layout', () => {
  const layout = { order: ['name', 'comment'], exclude: ['id'] };
  const added = { metas: { ...metas, region: meta }, row: { ...row, region: 'eu' } };
  expect(factNames({ ...added, label: 'name', layout })).toEqual(['name', 'comment', 'region']);
});

test('labels have their own card, and fields missing from the row are not listed as facts', () => {
  const labelled = { metas: { ...metas, labels: meta, gone: meta }, row: { ...row, labels: [] } };
  expect(factNames({ ...labelled, label: 'name' })).toEqual(['name', 'id', 'comment']);
});
