import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { expect, test } from 'vitest';
import {
  canOpen,
  isWithin,
  linesOf,
  loadedParents,
  nameAndCount,
  treeOf,
  withBranch,
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

test("the count in a node's name is separated from the name", () => {
  expect(nameAndCount({ name: 'Web (3)' })).toEqual({ name: 'Web', count: 3 });
  expect(nameAndCount({ name: 'Web' })).toEqual({ name: 'Web', count: undefined });
});

test('a node is within its ancestors, but not within its descendants', () => {
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

const idsOf = (lines: ReturnType<typeof linesOf>) => lines.map(({ node: { id } }) => id);

test('a node whose parent is missing, or is the node itself, becomes a root', () => {
  const odd = treeOf([node('b', 'unknown'), node('a', 'a'), node('b', 'unknown')]);
  expect(idsOf(linesOf(odd, new Set()))).toEqual(['b', 'a']);
  expect(linesOf(odd, new Set()).map(({ parent }) => parent)).toEqual([undefined, undefined]);
});

test('each line knows its parent, and a node listed twice appears once', () => {
  const again = withNodes(tree, [node('1:0', '1'), node('1:2', '1')]);
  const lines = linesOf(again, new Set(['1']));
  expect(idsOf(lines)).toEqual(['1', '1:0', '1:1', '1:2']);
  expect(lines.map(({ parent }) => parent)).toEqual([undefined, '1', '1', '1']);
});

test('a response that includes the node itself adds only its children', () => {
  const branch = withBranch(tree, node('1', ''), [node('1', ''), node('1:5', '1')]);
  expect(idsOf(linesOf(branch, new Set(['1'])))).toEqual(['1', '1:5']);
});

test('a node becomes expandable once it has children', () => {
  const more = withNodes(tree, [node('1:1:0', '1:1')], '1:1');
  expect(canOpen(more, node('1:1', '1', false))).toBe(true);
  expect(canOpen(tree, node('1:1', '1', false))).toBe(false);
});

test('the position among siblings does not count a removed node', () => {
  const [, left] = linesOf(withoutNode(tree, '1:0'), new Set(['1']));
  expect([left?.node.id, left?.position, left?.size]).toEqual(['1:1', 1, 1]);
});

test('removing a root keeps the other roots, and removing an unknown node changes nothing', () => {
  const two = treeOf([node('1', ''), node('2', '')]);
  expect(idsOf(linesOf(withoutNode(two, '1'), new Set()))).toEqual(['2']);
  expect(withoutNode(two, '1').nodes.has('1')).toBe(false);
  expect(idsOf(linesOf(withoutNode(two, 'x'), new Set()))).toEqual(['1', '2']);
  expect(withoutNode(treeOf([node('1', '0')]), '1').children.size).toBe(0);
});

test('branches found to be empty do not start open', () => {
  expect([...loadedParents(withNodes(tree, [], '1:1'))]).toEqual(['1']);
});

test('only a number in brackets at the end of a name counts as its asset count', () => {
  expect(nameAndCount({ name: 'Web (3) old' })).toEqual({ name: 'Web (3) old', count: undefined });
  expect(nameAndCount({ name: 'Web(3)' })).toEqual({ name: 'Web(3)', count: undefined });
  expect(nameAndCount({ name: 'Web (a)' })).toEqual({ name: 'Web (a)', count: undefined });
});

test('a node is within another only if its chain of parents reaches it', () => {
  expect(isWithin(tree, '1:0', '1:0')).toBe(true);
  expect(isWithin(tree, '1:0', '1:1')).toBe(false);
  expect(isWithin(tree, 'unknown', '1')).toBe(false);
  expect(isWithin(tree, '1', '')).toBe(false);
});

test('reloading skips branches that are already loaded or no longer exist', async () => {
  const before = withNodes(withNodes(tree, [node('2', '')]), [node('2:0', '2')], '2');
  const asked: string[] = [];
  await withBranchesOf(before, tree, async ({ id }) => {
    asked.push(id);
    return [];
  });
  expect(asked).toEqual([]);
});
