import type { PermissionTree } from './permissionTree.ts';

/** A permission that a save would add or remove: its name, and the names of the branches it lies in. */
type PermissionChange = { id: string; name: string; path: string };

/** Changes of one branch. */
export type ChangesOfBranch = { path: string; changes: PermissionChange[] };

/**
 * The name without the `(3/12)` at its end, which the server has counted; current counts are shown instead.
 */
export const plainName = (name: string): string => name.replace(/\s*\(\d+\/\d+\)$/, '');

const pathOf = (tree: PermissionTree, id: string): string => {
  const names: string[] = [];
  for (let at = tree.nodes.get(id); at && at.meta.type !== 'root'; at = tree.nodes.get(at.pId))
    if (at.id !== id) names.unshift(plainName(at.name));
  return names.join(' › ');
};

/** What the leaves of `now` have that those of `before` do not, by branch, in the order of the tree. */
export const gained = (
  tree: PermissionTree,
  before: ReadonlySet<string>,
  now: ReadonlySet<string>,
): ChangesOfBranch[] => {
  const changes = [...tree.nodes.values()]
    .filter(({ id, meta }) => meta.type === 'perm' && now.has(id) && !before.has(id))
    .map(({ id, name }) => ({ id, name: plainName(name), path: pathOf(tree, id) }));
  return [...Map.groupBy(changes, ({ path }) => path)].map(([path, found]) => ({ path, changes: found }));
};
