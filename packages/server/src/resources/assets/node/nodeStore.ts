import type { TreeStore } from '../../../engine/tree/store.ts';

/** Where the asset tree lives; names and lock seed are those of migration 0001. */
export const nodeStore: TreeStore = {
  resource: 'assets.node',
  nodes: 'assets_node',
  links: { table: 'assets_asset_nodes', node: 'node', item: 'asset' },
  amount: 'assets_amount',
  deltas: 'assets_nodedelta',
  lockSeed: 7_204_433,
};
