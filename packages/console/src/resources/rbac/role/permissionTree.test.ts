import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { expect, test } from 'vitest';
import { heldState, permissionTree, pressedNode } from './permissionTree.ts';

const node = (id: string, pId: string, title: string, type = 'perm'): TreeNode => ({
  id,
  pId,
  name: title,
  title,
  isParent: type !== 'perm',
  open: false,
  meta: { type },
});
const tree = permissionTree([
  node('view_console', '$ROOT$', 'Console', 'view'),
  node('assets', 'view_console', 'Assets', 'app'),
  node('1', 'assets', 'assets.view_asset'),
  node('2', 'assets', 'assets.change_asset'),
  node('3', 'assets', 'assets.match_asset'),
  node('4', 'assets', 'assets.view_platform'),
  node('5', 'assets', 'assets.refresh_assethardwareinfo'),
]);
const names = (held: ReadonlySet<string>) => [...held].map((id) => tree.nodes.get(id)?.title).sort();

test('holding an action brings the view of its resource and what that depends on', () => {
  expect(names(pressedNode(tree, '2', new Set()))).toEqual([
    'assets.change_asset',
    'assets.view_asset',
    'assets.view_platform',
  ]);
});

test('dependencies reach further ones', () => {
  expect(names(pressedNode(tree, '5', new Set()))).toContain('assets.view_platform');
});

test('letting go of a view lets go of the other actions but not of matching', () => {
  expect(names(pressedNode(tree, '1', new Set(['1', '2', '3', '4'])))).toEqual([
    'assets.match_asset',
    'assets.view_platform',
  ]);
});

test('a branch is pressed as a whole and tells how much of it is held', () => {
  const all = pressedNode(tree, 'assets', new Set());
  expect(all.size).toBe(5);
  expect(heldState(tree, 'assets', all)).toBe(true);
  expect(heldState(tree, 'assets', new Set(['3']))).toBe('mixed');
  expect(pressedNode(tree, 'assets', all).size).toBe(0);
});
