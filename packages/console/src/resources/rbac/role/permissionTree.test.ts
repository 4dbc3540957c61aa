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

test("selecting an action adds the view of its resource and that one's dependencies", () => {
  expect(names(pressedNode(tree, '2', new Set()))).toEqual([
    'assets.change_asset',
    'assets.view_asset',
    'assets.view_platform',
  ]);
});

test('dependencies are transitive', () => {
  expect(names(pressedNode(tree, '5', new Set()))).toContain('assets.view_platform');
});

test('clearing a view clears the other actions except matching', () => {
  expect(names(pressedNode(tree, '1', new Set(['1', '2', '3', '4'])))).toEqual([
    'assets.match_asset',
    'assets.view_platform',
  ]);
});

test('a branch is toggled as a whole and shows how much of it is held', () => {
  const all = pressedNode(tree, 'assets', new Set());
  expect(all.size).toBe(5);
  expect(heldState(tree, 'assets', all)).toBe(true);
  expect(heldState(tree, 'assets', new Set(['3']))).toBe('mixed');
  expect(pressedNode(tree, 'assets', all).size).toBe(0);
});
