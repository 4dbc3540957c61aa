/** The expected state of the estate. It is slow on purpose: every question reads all of it. */
export type EstateModel = {
  nodes: Map<string, { parent: string | undefined; name: string }>;
  assets: Map<string, { nodes: Set<string> }>;
  accounts: Map<string, { asset: string; username: string; isActive: boolean }>;
  permissions: Map<string, Permission>;
  /** Ids of the users in each group; `users` has their names. */
  groups: Map<string, Set<string>>;
  users: Map<string, string>;
};

/** Whom a permission names and what it grants. */
export type Permission = {
  users: Set<string>;
  user_groups: Set<string>;
  assets: Set<string>;
  nodes: Set<string>;
  accounts: string[];
  isActive: boolean;
};

const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((id) => other.has(id));

/** A node and all above it. */
export const nodesUpFrom = ({ nodes }: EstateModel, node: string): string[] => {
  const up: string[] = [];
  for (let at: string | undefined = node; at !== undefined; at = nodes.get(at)?.parent) up.push(at);
  return up;
};

/** A node and all below it. */
export const nodesDownFrom = (model: EstateModel, node: string): string[] =>
  [...model.nodes.keys()].filter((other) => nodesUpFrom(model, other).includes(node));

/** Assets on a node or below it. */
export const assetsBelow = (model: EstateModel, node: string): string[] => {
  const below = new Set(nodesDownFrom(model, node));
  return [...model.assets].filter(([, { nodes }]) => overlap(below, nodes)).map(([id]) => id);
};

/** Permissions that grant a user something on an asset. */
const permissionsFor = (model: EstateModel, user: string, asset: string): Permission[] => {
  const nodes = new Set(
    [...(model.assets.get(asset)?.nodes ?? [])].flatMap((node) => nodesUpFrom(model, node)),
  );
  return [...model.permissions.values()].filter(
    (permission) =>
      permission.isActive &&
      (permission.users.has(user) ||
        [...permission.user_groups].some((group) => model.groups.get(group)?.has(user))) &&
      (permission.assets.has(asset) || overlap(permission.nodes, nodes)),
  );
};

/** Assets a user may see. */
export const assetsOfUser = (model: EstateModel, user: string): string[] =>
  [...model.assets.keys()].filter((asset) => permissionsFor(model, user, asset).length > 0);

/** Usernames and aliases a user may connect as; undefined where the asset is not granted at all. */
export const accessTo = (model: EstateModel, user: string, asset: string): Set<string> | undefined => {
  const permissions = permissionsFor(model, user, asset);
  if (permissions.length === 0) return undefined;
  const own = model.users.get(user) ?? '';
  const usernames = [...model.accounts.values()]
    .filter((account) => account.asset === asset && account.isActive)
    .map(({ username }) => username);
  const granted = permissions.flatMap(({ accounts }) =>
    accounts.flatMap((name) => {
      if (name === '@ALL') return usernames;
      if (name === '@USER') return usernames.includes(own) ? own : '@USER';
      return name === '@INPUT' || usernames.includes(name) ? name : [];
    }),
  );
  return new Set(granted);
};
