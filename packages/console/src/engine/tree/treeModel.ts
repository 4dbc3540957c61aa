import type { TreeNode } from '@gatehouse/contract/wire/page.ts';

/** The nodes of a tree, from the server's flat answer. */
export type TreeModel = {
  nodes: ReadonlyMap<string, TreeNode>;
  /** Ids of the children, in order; a node is absent until its children have been loaded. */
  children: ReadonlyMap<string, readonly string[]>;
  roots: readonly string[];
};

/** A line of the tree as drawn. */
export type TreeLine = {
  node: TreeNode;
  level: number;
  isOpen: boolean;
  position: number;
  size: number;
  parent: string | undefined;
};

const EMPTY: TreeModel = { nodes: new Map(), children: new Map(), roots: [] };

/** Indexes a flat answer; nodes whose parent is not in it are roots. */
export const treeOf = (flat: readonly TreeNode[]): TreeModel => withNodes(EMPTY, flat);

/** The tree with more nodes; `loaded` names a node whose children are now complete. */
export const withNodes = (tree: TreeModel, flat: readonly TreeNode[], loaded?: string): TreeModel => {
  const nodes = new Map(tree.nodes);
  const children = new Map(tree.children);
  if (loaded !== undefined) children.set(loaded, []);
  for (const node of flat) nodes.set(node.id, node);
  const roots = [...tree.roots];
  for (const node of flat) {
    if (node.pId !== node.id && nodes.has(node.pId)) {
      const siblings = children.get(node.pId) ?? [];
      if (!siblings.includes(node.id)) children.set(node.pId, [...siblings, node.id]);
    } else if (!roots.includes(node.id)) roots.push(node.id);
  }
  return { nodes, children, roots };
};

/** The tree with the children of a node, as the server lists them. */
export const withBranch = (tree: TreeModel, parent: TreeNode, answer: readonly TreeNode[]): TreeModel =>
  withNodes(
    tree,
    answer.filter(({ id }) => id !== parent.id),
    parent.id,
  );

/**
 * A reloaded tree, in which branches that had been loaded are loaded again, so that expanded nodes stay
 * expanded.
 */
export const withBranchesOf = async (
  before: TreeModel,
  fresh: TreeModel,
  ask: (parent: TreeNode) => Promise<readonly TreeNode[]>,
): Promise<TreeModel> => {
  let tree = fresh;
  for (const id of before.children.keys()) {
    const parent = tree.nodes.get(id);
    if (parent && !tree.children.has(id)) tree = withBranch(tree, parent, await ask(parent));
  }
  return tree;
};

/** The tree without a node and what lies under it. */
export const withoutNode = (tree: TreeModel, id: string): TreeModel => {
  const parent = tree.nodes.get(id)?.pId ?? '';
  const nodes = new Map(tree.nodes);
  nodes.delete(id);
  const children = new Map(tree.children);
  const siblings = children.get(parent);
  if (siblings)
    children.set(
      parent,
      siblings.filter((child) => child !== id),
    );
  return { nodes, children, roots: tree.roots.filter((root) => root !== id) };
};

/**
 * Whether a node can be expanded: if its children are loaded, whether it has any; else what the server says.
 */
export const canOpen = (tree: TreeModel, node: TreeNode): boolean => {
  const known = tree.children.get(node.id);
  return known ? known.length > 0 : node.isParent;
};

/** The visible lines, from top to bottom. */
export const linesOf = (tree: TreeModel, expanded: ReadonlySet<string>): TreeLine[] => {
  const lines: TreeLine[] = [];
  const walk = (ids: readonly string[], level: number, parent: string | undefined) => {
    ids.forEach((id, index) => {
      const node = tree.nodes.get(id);
      if (!node) return;
      const branch = tree.children.get(id);
      const isOpen = branch !== undefined && expanded.has(id);
      lines.push({ node, level, isOpen, position: index + 1, size: ids.length, parent });
      if (isOpen) walk(branch, level + 1, id);
    });
  };
  walk(tree.roots, 1, undefined);
  return lines;
};

/** Ids of the nodes that have children in the tree. */
export const loadedParents = (tree: TreeModel): Set<string> =>
  new Set([...tree.children].filter(([, ids]) => ids.length > 0).map(([id]) => id));

/** Splits `Web (3)` into name and count. */
export const nameAndCount = (node: Pick<TreeNode, 'name'>): { name: string; count: number | undefined } => {
  const match = /^(.*)\s\((\d+)\)$/s.exec(node.name);
  return match?.[1] !== undefined
    ? { name: match[1], count: Number(match[2]) }
    : { name: node.name, count: undefined };
};

/** Whether `id` is the node `under` or one of its descendants. */
export const isWithin = (tree: TreeModel, id: string, under: string): boolean => {
  for (let at: string | undefined = id; at !== undefined && at !== ''; at = tree.nodes.get(at)?.pId) {
    if (at === under) return true;
  }
  return false;
};
