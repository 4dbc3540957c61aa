import type { node } from '@gatehouse/contract/resources/assets/node.ts';
import type { Row } from '../../../engine/resource.ts';
import type { TreeStore } from '../../../engine/tree/store.ts';
import { assetNodeLinks } from '../asset/relations.ts';

/** Storage of the asset tree; names and lock seed are those of migration 0001. */
export const nodeStore: TreeStore<Row<typeof node>> = {
  resource: 'assets.node',
  nodes: 'assets_node',
  links: assetNodeLinks,
  amount: 'assets_amount',
  deltas: 'assets_nodedelta',
  lockSeed: 7_204_433,
};
