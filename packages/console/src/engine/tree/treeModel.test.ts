import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { expect, test } from 'vitest';
import {
  canOpen,
  isWithin,
  linesOf,
  loadedParents,
  nameAndCount,
  treeOf,
  withBranchesOf,
  withNodes,
  withoutNode,
} from './treeModel.ts';

const node = (id: string, pId: string, isParent = true): TreeNode => ({
  id,
  name: `${id} (2)`,
  title: id,
  pId,
  isParent,
  open: true,
  meta: { type: 'node' },
});
const tree = treeOf([node('1', ''), node('1:0', '1'), node('1:1', '1')]);

test('a flat answer becomes lines with level, position and size', () => {
  expect(
    linesOf(tree, new Set(['1'])).map(({ node: { id }, level, position, size }) => [
      id,
      level,
      position,
      size,
    ]),
  ).toEqual([
    ['1', 1, 1, 1],
    ['1:0', 2, 1, 2],
    ['1:1', 2, 2, 2],
  ]);
  expect(linesOf(tree, new Set()).map(({ node: { id } }) => id)).toEqual(['1']);
});

test('a parent opens once its children are loaded', () => {
  expect(linesOf(tree, new Set(['1', '1:0'])).find(({ node: { id } }) => id === '1:0')?.isOpen).toBe(false);
  const more = withNodes(tree, [node('1:0:0', '1:0', false)], '1:0');
  expect(linesOf(more, new Set(['1', '1:0'])).map(({ node: { id } }) => id)).toEqual([
    '1',
    '1:0',
    '1:0:0',
    '1:1',
  ]);
});

test('a parent found to be empty cannot be expanded', () => {
  const more = withNodes(tree, [], '1:1');
  expect(canOpen(more, node('1:1', '1'))).toBe(false);
  expect(canOpen(tree, node('1:1', '1'))).toBe(true);
});

test('nodes sent with their children start expanded', () => {
  expect([...loadedParents(tree)]).toEqual(['1']);
});

test('removing a node removes its branch', () => {
  expect(linesOf(withoutNode(tree, '1:0'), new Set(['1'])).map(({ node: { id } }) => id)).toEqual([
    '1',
    '1:1',
  ]);
});

test("the count in a node's name is separated", () => {
  expect(nameAndCount({ name: 'Web (3)' })).toEqual({ name: 'Web', count: 3 });
  expect(nameAndCount({ name: 'Web' })).toEqual({ name: 'Web', count: undefined });
});

test('a node is within itself and its ancestors, so it cannot be moved there', () => {
  expect(isWithin(tree, '1:0', '1')).toBe(true);
  expect(isWithin(tree, '1', '1:0')).toBe(false);
});

test('a reloaded tree keeps the loaded branches, with new counts', async () => {
  const before = withNodes(treeOf([node('1', '')]), [node('1:0', '1'), node('1:9', '1')], '1');
  const deeper = withNodes(before, [node('1:0:0', '1:0')], '1:0');
  const fetched: string[] = [];
  const after = await withBranchesOf(deeper, treeOf([node('1', '')]), async ({ id }) => {
    fetched.push(id);
    return id === '1' ? [node('1:0', '1')] : [{ ...node('1:0:0', '1:0'), name: 'Web (3)' }];
  });
  expect(fetched).toEqual(['1', '1:0']);
  expect(nameAndCount(after.nodes.get('1:0:0')!)).toEqual({ name: 'Web', count: 3 });
  expect(after.nodes.has('1:9')).toBe(false);
});
