import { expect, test } from 'vitest';
import { treeMove } from '../../theme/kit/tree/treeMove.ts';
import { typeAhead } from '../../theme/kit/typeAhead.ts';
import { emptyTree, factsOf, visibleRows, withAnswer, withExpanded } from './treeModel.ts';

const node = (id: string, pId: string, name: string) => ({
  id,
  name,
  title: name,
  pId,
  isParent: true,
  open: true,
  meta: { type: 'node', data: { id: `uuid-${id}`, key: id, value: name.replace(/ \(\d+\)$/, '') } },
});
const asset = (id: string, pId: string, name: string) => ({
  id,
  name,
  title: '10.0.0.5\nweb',
  pId,
  isParent: false,
  open: false,
  iconSkin: 'linux',
  meta: { type: 'asset', data: { platform_type: 'linux', name, address: '10.0.0.5' } },
});

const top = withAnswer(emptyTree, '', [
  node('favorite', '', 'Favourites (1)'),
  node('1', '', 'Shop (3)'),
  node('1:0', '1', 'Production (2)'),
  asset('a1', '1', 'web-01'),
]);
const labels = (state: typeof top) => visibleRows(state).map((row) => `${row.level}${row.item.label}`);

test('the top level starts with the single root expanded, and counts separate from names', () => {
  expect(labels(top)).toEqual(['1Favourites', '1Shop', '2Production', '2web-01']);
  expect(top.items['1']?.count).toBe(3);
});

test('children loaded later appear under their node', () => {
  const state = withExpanded(withAnswer(top, '1:0', [asset('a2', '1:0', 'db-01')]), '1:0', true);
  expect(labels(state)).toEqual(['1Favourites', '1Shop', '2Production', '3db-01', '2web-01']);
});

test('the same asset under two nodes is two rows', () => {
  const state = withExpanded(
    withAnswer(top, 'favorite', [asset('a1', 'favorite', 'web-01')]),
    'favorite',
    true,
  );
  const keys = visibleRows(state).map((row) => row.item.key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('reloading a node replaces its children', () => {
  const once = withAnswer(top, '1:0', [asset('a2', '1:0', 'db-01')]);
  const twice = withExpanded(withAnswer(once, '1:0', [asset('a3', '1:0', 'db-02')]), '1:0', true);
  expect(labels(twice)).toContain('3db-02');
  expect(labels(twice)).not.toContain('3db-01');
});

test('arrow keys move, open and close nodes, and go to the parent', () => {
  const rows = visibleRows(top).map(factsOf);
  expect(treeMove(rows, '1', 'ArrowDown')).toEqual({ kind: 'focus', id: '1:0' });
  expect(treeMove(rows, '1', 'ArrowUp')).toEqual({ kind: 'focus', id: 'favorite' });
  expect(treeMove(rows, '1:0', 'ArrowRight')).toEqual({ kind: 'open', ids: ['1:0'] });
  expect(treeMove(rows, '1', 'ArrowRight')).toEqual({ kind: 'focus', id: '1:0' });
  expect(treeMove(rows, '1', 'ArrowLeft')).toEqual({ kind: 'close', id: '1' });
  expect(treeMove(rows, '1/a1', 'ArrowLeft')).toEqual({ kind: 'focus', id: '1' });
  expect(treeMove(rows, 'favorite', 'End')).toEqual({ kind: 'focus', id: '1/a1' });
  expect(treeMove(rows, '1/a1', 'Home')).toEqual({ kind: 'focus', id: 'favorite' });
});

test('the asterisk expands all closed siblings', () => {
  expect(treeMove(visibleRows(top).map(factsOf), '1', '*')).toEqual({ kind: 'open', ids: ['favorite'] });
});

test('typing jumps to the next label that starts with the text', () => {
  const rows = visibleRows(top).map(factsOf);
  expect(typeAhead(rows, '1', 'w')).toBe('1/a1');
  expect(typeAhead(rows, '1/a1', 's')).toBe('1');
  expect(typeAhead(rows, '1', 'zz')).toBeUndefined();
});
