import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { expect, test } from 'vitest';
import { treeOf } from '../../../engine/tree/treeModel.ts';
import { afterPress, type Chosen, checkedOf, placed, settled, targetsOf, unplaced } from './chosenNodes.ts';

const item = (id: string, pId: string, type: 'node' | 'asset'): TreeNode =>
  placed({
    id,
    pId,
    name: id,
    title: id,
    isParent: type === 'node',
    open: true,
    meta: { type, data: { id } },
  });

const tree = treeOf([
  item('1', '', 'node'),
  item('1:0', '1', 'node'),
  item('1:1', '1', 'node'),
  item('web', '1:0', 'asset'),
  item('db', '1:0', 'asset'),
  item('web', '1:1', 'asset'),
]);
const press = (chosen: Chosen, id: string) => {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(id);
  return afterPress(tree, chosen, node);
};
const none: Chosen = new Map();

test('a node stands for what is below it; partly chosen, it is shown as mixed', () => {
  const one = press(none, '1:0/web');
  expect([checkedOf(tree, one, '1:0'), checkedOf(tree, one, '1:1')]).toEqual(['mixed', false]);
  const all = press(one, '1');
  expect([...all.keys()]).toEqual(['1']);
  expect(checkedOf(tree, all, '1:0/db')).toBe(true);
  expect(press(all, '1').size).toBe(0);
});

test('an asset left out of a chosen node leaves the others; one on two nodes is sent once', () => {
  const rest = press(press(none, '1'), '1:0/db');
  expect([...rest.keys()].sort()).toEqual(['1:0/web', '1:1']);
  expect(targetsOf(press(rest, '1:1'))).toEqual({ assets: ['web'], nodes: [] });
  expect(targetsOf(press(press(none, '1:0/web'), '1:1/web'))).toEqual({ assets: ['web'], nodes: [] });
  expect(targetsOf(press(none, '1:0'))).toEqual({ assets: [], nodes: ['1:0'] });
});

test('assets of an earlier run are found at their first place once the tree has them; until then they stay chosen', () => {
  const chosen = unplaced([
    { asset: 'web', name: 'web' },
    { asset: 'far', name: 'far' },
  ]);
  expect(checkedOf(tree, chosen, '1:0')).toBe(false);
  const found = settled(tree, chosen);
  expect([...found.keys()]).toEqual(['1:0/web', '/far']);
  expect(checkedOf(tree, found, '1:0')).toBe('mixed');
  expect(targetsOf(found)).toEqual({ assets: ['web', 'far'], nodes: [] });
  expect(targetsOf(press(found, '1:0/web'))).toEqual({ assets: ['far'], nodes: [] });
});
