import type { TreeNode } from '@gatehouse/contract/wire/page.ts';

/** A permission tree, indexed for quick access. */
export type PermissionTree = {
  nodes: ReadonlyMap<string, TreeNode>;
  children: ReadonlyMap<string, readonly string[]>;
  /** Permission name (`app.codename`) to the id of its leaf. */
  leafOf: ReadonlyMap<string, string>;
};

const isLeaf = ({ meta }: TreeNode): boolean => meta.type === 'perm';

/** Indexes the flat answer of a role's permission tree. */
export const permissionTree = (flat: readonly TreeNode[]): PermissionTree => {
  const nodes = new Map(flat.map((node) => [node.id, node]));
  const children = new Map<string, string[]>();
  for (const { id, pId } of flat) if (pId !== id) children.set(pId, [...(children.get(pId) ?? []), id]);
  const leafOf = new Map(flat.filter(isLeaf).map(({ id, title }) => [title, id]));
  return { nodes, children, leafOf };
};

/** Ids of the leaves under a node, or its own when it is one. */
export const leavesUnder = (tree: PermissionTree, id: string): string[] => {
  const node = tree.nodes.get(id);
  if (node && isLeaf(node)) return [id];
  return (tree.children.get(id) ?? []).flatMap((child) => leavesUnder(tree, child));
};

/** Whether all, some or none of the leaves under a node are selected. */
export const heldState = (tree: PermissionTree, id: string, held: ReadonlySet<string>): boolean | 'mixed' => {
  const leaves = leavesUnder(tree, id);
  const count = leaves.filter((leaf) => held.has(leaf)).length;
  return count > 0 && count === leaves.length ? true : count > 0 ? 'mixed' : false;
};

/** Action and model of a permission: `change` and `assets.asset` of `assets.change_asset`. */
const partsOf = (title: string): { action: string; model: string } | undefined => {
  const match = /^([^.]+)\.([a-z]+)_(.+)$/.exec(title);
  return match?.[1] && match[2] && match[3]
    ? { action: match[2], model: `${match[1]}.${match[3]}` }
    : undefined;
};

const viewOf = (model: string): string => model.replace('.', '.view_');

/** Permissions that others require. Keys are permissions, models, or ids of nodes in the tree. */
export const dependencies: Record<string, readonly string[]> = {
  'rbac.view_workbench': [
    'authentication.view_connectiontoken',
    'authentication.add_connectiontoken',
    'authentication.expire_connectiontoken',
    'authentication.reuse_connectiontoken',
    'ops.view_adhoc',
  ],
  view_setting: ['settings.view_setting'],
  terminal_node: ['settings.change_terminal'],
  'terminal.view_replaystorage': ['settings.change_terminal'],
  'terminal.view_status': ['settings.change_terminal'],
  'terminal.view_task': ['settings.change_terminal'],
  'terminal.view_terminal': ['settings.change_terminal'],
  cloud_import: ['assets.view_asset', 'assets.view_platform'],
  'rbac.orgrolebinding': ['rbac.view_orgrole', 'users.view_user'],
  'rbac.systemrolebinding': ['rbac.view_systemrole', 'users.view_user'],
  'users.add_user': ['rbac.view_role'],
  'users.change_user': ['rbac.view_role'],
  'users.invite_user': [
    'users.match_user',
    'rbac.add_orgrolebinding',
    'rbac.view_orgrolebinding',
    'rbac.view_orgrole',
  ],
  'tickets.view_ticket': ['assets.match_asset', 'assets.match_node', 'rbac.view_workbench'],
  'tickets.view_ticketflow': ['tickets.view_ticket'],
  'tickets.change_ticketflow': ['tickets.view_ticket', 'users.view_user'],
  'acls.loginacl': ['users.view_user'],
  'acls.loginassetacl': ['users.view_user'],
  'acls.commandfilteracl': ['users.view_user'],
  'settings.change_systemmsgsubscription': ['users.view_user'],
  'acls.commandgroup': ['acls.view_commandfilteracl'],
  'assets.view_asset': ['assets.view_platform'],
  'assets.add_asset': ['assets.view_platform'],
  'assets.change_asset': ['assets.view_platform'],
  'assets.view_node': ['assets.view_asset', 'assets.view_platform'],
  'assets.gateway': ['assets.view_domain'],
  'assets.add_gateway': ['assets.view_platform', 'assets.view_node'],
  'assets.change_gateway': ['assets.view_platform', 'assets.view_node'],
  'assets.refresh_assethardwareinfo': ['assets.change_asset'],
  'accounts.view_account': ['assets.view_node'],
  'perms.view_assetpermission': ['assets.view_node'],
  'accounts.view_accountsecret': ['accounts.view_account'],
  'accounts.add_account': ['assets.view_asset'],
  'accounts.view_gatheredaccount': ['assets.view_asset', 'assets.view_node'],
  'accounts.view_accounttemplatesecret': ['accounts.view_accounttemplate'],
  'accounts.change_accounttemplatesecret': ['accounts.view_accounttemplate'],
  'perms.assetpermission': [
    'assets.view_asset',
    'assets.view_node',
    'users.view_user',
    'users.view_usergroup',
  ],
  'terminal.add_terminal': ['terminal.view_commandstorage', 'terminal.view_replaystorage'],
  'terminal.change_terminal': ['terminal.view_commandstorage', 'terminal.view_replaystorage'],
  'terminal.add_applethost': ['assets.view_platform'],
  'terminal.change_applethost': ['assets.view_platform'],
  'ops.view_job': ['assets.view_asset', 'assets.view_node', 'ops.view_adhoc', 'ops.view_playbook'],
  'ops.add_job': ['assets.view_asset', 'assets.view_node', 'ops.view_adhoc', 'ops.view_playbook'],
  'ops.change_job': ['assets.view_asset', 'assets.view_node', 'ops.view_adhoc', 'ops.view_playbook'],
  'ops.add_jobexecution': ['ops.view_celerytaskexecution'],
  'authentication.add_connectiontoken': ['rbac.view_webterminal'],
  'labels.view_labeledresource': ['rbac.view_contenttype'],
  'xpack.view_syncinstancetask': ['xpack.view_account'],
  'xpack.add_syncinstancetask': ['xpack.view_account', 'assets.view_asset', 'assets.view_node'],
  'xpack.view_syncinstancedetail': ['xpack.view_syncinstancetask'],
  'xpack.view_syncinstancetaskexecution': ['xpack.view_syncinstancetask'],
};

/** Permissions to select along with one: the view of its model, and what it or its model requires. */
const broughtBy = (title: string): string[] => {
  const parts = partsOf(title);
  const own = dependencies[title] ?? [];
  if (!parts) return [...own];
  const view = parts.action === 'view' || parts.action === 'match' ? [] : [viewOf(parts.model)];
  return [...own, ...(dependencies[parts.model] ?? []), ...view];
};

/** Selected leaves after adding some, with all they require. */
const withBrought = (
  tree: PermissionTree,
  held: ReadonlySet<string>,
  added: readonly string[],
): Set<string> => {
  const next = new Set(held);
  const queue = [...added];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (next.has(id) && !added.includes(id)) continue;
    next.add(id);
    const title = tree.nodes.get(id)?.title ?? '';
    for (const brought of broughtBy(title)) {
      const leaf = tree.leafOf.get(brought);
      if (leaf !== undefined && !next.has(leaf)) queue.push(leaf);
    }
  }
  return next;
};

/** Leaves that are of no use without this one: for the view of a model, its other leaves except `match`. */
const lostWithout = (tree: PermissionTree, title: string): string[] => {
  const parts = partsOf(title);
  if (parts?.action !== 'view') return [];
  return [...tree.leafOf]
    .filter(([other]) => {
      const found = partsOf(other);
      return found?.model === parts.model && found.action !== 'match';
    })
    .map(([, id]) => id);
};

/** Selected leaves after pressing a node. */
export const pressedNode = (tree: PermissionTree, id: string, held: ReadonlySet<string>): Set<string> => {
  const leaves = leavesUnder(tree, id);
  if (heldState(tree, id, held) !== true) {
    const ofGroup = (dependencies[id] ?? []).flatMap((title) => tree.leafOf.get(title) ?? []);
    return withBrought(tree, held, [...leaves, ...ofGroup]);
  }
  const next = new Set(held);
  for (const leaf of leaves) {
    next.delete(leaf);
    for (const lost of lostWithout(tree, tree.nodes.get(leaf)?.title ?? '')) next.delete(lost);
  }
  return next;
};
