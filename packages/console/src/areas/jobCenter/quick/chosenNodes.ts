import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import type { Checked } from '../../../engine/tree/Tree.tsx';
import { isWithin, type TreeModel } from '../../../engine/tree/treeModel.ts';

/** The chosen nodes and assets, by their place in the tree; a node stands for everything below it. */
export type Chosen = ReadonlyMap<string, TreeNode>;

const isAsset = ({ meta }: TreeNode): boolean => meta.type === 'asset';

/** A node of the tree under an id of its place: an asset may lie on several nodes. */
export const placed = (node: TreeNode): TreeNode =>
  isAsset(node) ? { ...node, id: `${node.pId}/${node.id}` } : node;

const assetOf = (place: string): string => place.slice(place.lastIndexOf('/') + 1);

/** Chosen assets of which only the ids are known; each gets its place once the tree has loaded it. */
export const unplaced = (assets: readonly { asset: string; name: string }[]): Chosen =>
  new Map(
    assets.map(({ asset, name }) => {
      const id = `/${asset}`;
      return [id, { id, pId: '', name, title: name, isParent: false, open: false, meta: { type: 'asset' } }];
    }),
  );

/** The chosen nodes, with the places of those that had none and that the tree has loaded since. */
export const settled = (tree: TreeModel, chosen: Chosen): Chosen => {
  if (![...chosen.keys()].some((id) => id.startsWith('/'))) return chosen;
  const places = new Map<string, TreeNode>();
  for (const node of tree.nodes.values()) {
    const key = `/${assetOf(node.id)}`;
    if (isAsset(node) && !places.has(key)) places.set(key, node);
  }
  return new Map(
    [...chosen].map(([id, node]) => {
      const place = places.get(id);
      return place ? [place.id, place] : [id, node];
    }),
  );
};

/** The chosen node that contains this place: itself or one above it. */
const covering = (tree: TreeModel, chosen: Chosen, id: string): string | undefined => {
  for (let at: string | undefined = id; at; at = tree.nodes.get(at)?.pId) if (chosen.has(at)) return at;
  return undefined;
};

/** Whether a place is chosen, or something below it. */
export const checkedOf = (tree: TreeModel, chosen: Chosen, id: string): Checked =>
  covering(tree, chosen, id) !== undefined ||
  ([...chosen.keys()].some((one) => isWithin(tree, one, id)) ? 'mixed' : false);

/** What is chosen after a place was pressed. One that is left out of a chosen node leaves the others of that node chosen. */
export const afterPress = (tree: TreeModel, chosen: Chosen, node: TreeNode): Chosen => {
  const next = new Map(chosen);
  const top = covering(tree, chosen, node.id);
  if (top === undefined) {
    for (const id of chosen.keys()) if (isWithin(tree, id, node.id)) next.delete(id);
    return next.set(node.id, node);
  }
  next.delete(top);
  for (let at = node.id; at !== top; ) {
    const parent = tree.nodes.get(at)?.pId ?? top;
    for (const id of tree.children.get(parent) ?? []) {
      const sibling = tree.nodes.get(id);
      if (id !== at && sibling && !sibling.chkDisabled) next.set(id, sibling);
    }
    at = parent;
  }
  return next;
};

/** The chosen assets and nodes, as the server expects them. */
export const targetsOf = (chosen: Chosen): { assets: string[]; nodes: string[] } => {
  const all = [...chosen.values()];
  return {
    assets: [...new Set(all.filter(isAsset).map(({ id }) => assetOf(id)))],
    nodes: all.filter((node) => !isAsset(node)).map(({ id, meta }) => String(meta.data?.id ?? id)),
  };
};
