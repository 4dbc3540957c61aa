import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { expect, test } from 'vitest';
import { categoryCounts, selectedNode, treeQuery } from './assetTree.ts';

const node = (id: string, name: string, meta: TreeNode['meta']): TreeNode => ({
  id,
  name,
  title: name,
  pId: '',
  isParent: true,
  open: true,
  meta,
});
const shop = node('1:0', 'Shop (12)', { type: 'node', data: { id: 'n1' } });
const host = node('ROOT_HOST', 'Host (7)', { type: 'category', category: 'host', _type: 'host' });
const linux = node('ROOT_HOST_linux', 'Linux (5)', { type: 'type', category: 'host', _type: 'linux' });

test('choosing in the tree filters the list by node, category, type or platform and clears the last choice', () => {
  expect(treeQuery(shop, false)).toMatchObject({ node_id: 'n1', asset_id: undefined, category: undefined });
  expect(treeQuery(shop, true)).toMatchObject({ node_id: 'n1', show_current_asset: '1' });
  expect(treeQuery(linux, false)).toMatchObject({ category: 'host', type: 'linux', node_id: undefined });
  expect(treeQuery(node('3', 'Linux (2)', { type: 'platform' }), false)).toMatchObject({ platform: '3' });
});

test('the address says which node is selected', () => {
  expect(selectedNode([shop, host, linux], { node_id: 'n1' })).toBe('1:0');
  expect(selectedNode([shop, host, linux], { category: 'host', type: 'linux' })).toBe('ROOT_HOST_linux');
  expect(selectedNode([shop, host, linux], { category: 'host' })).toBe('ROOT_HOST');
  expect(selectedNode([shop], {})).toBeUndefined();
});

test('the type tree shows the number of assets in each category', () => {
  const root = node('ROOT', 'All types (12)', { type: 'category' });
  expect(categoryCounts([root, host, linux])).toEqual({ all: 12, host: 7 });
});
