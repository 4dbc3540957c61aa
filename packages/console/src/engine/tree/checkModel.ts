import type { TreeMeta } from '@gatehouse/contract/wire/options.ts';

/** Leaf values of a node, or its own when it is a leaf. */
export const leafValues = (node: TreeMeta): string[] =>
  node.children?.length ? node.children.flatMap(leafValues) : [node.value];

/** Whether all, some or none of a node's leaves are selected. */
export const checkedState = (node: TreeMeta, chosen: ReadonlySet<string>): boolean | 'mixed' => {
  const leaves = leafValues(node);
  const count = leaves.filter((leaf) => chosen.has(leaf)).length;
  return count === leaves.length ? true : count > 0 ? 'mixed' : false;
};

/** Selected leaves after a node was pressed: with all of its leaves, or without them if all were selected. */
export const afterPress = (node: TreeMeta, chosen: ReadonlySet<string>): Set<string> => {
  const leaves = leafValues(node);
  const next = new Set(chosen);
  const isFull = checkedState(node, chosen) === true;
  for (const leaf of leaves) isFull ? next.delete(leaf) : next.add(leaf);
  return next;
};
