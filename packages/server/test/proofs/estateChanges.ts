import { expect } from 'vitest';
import type { Reply } from '../api.ts';
import { bodyOf, type Inventory } from '../inventory.ts';
import { assetsBelow, type EstateModel, nodesDownFrom, nodesUpFrom, type Permission } from './estateModel.ts';

/** A change as the audit log must record it. */
type LoggedChange = `${'create' | 'update' | 'delete'} ${string} ${string}`;

/** What a change works with. */
export type Workbench = {
  inventory: Inventory;
  model: EstateModel;
  root: string;
  /** A random integer below the limit. */
  dice: (limit: number) => number;
  log: LoggedChange[];
};

type Change = (bench: Workbench) => Promise<void>;

const url = {
  nodes: '/api/v1/assets/nodes/',
  hosts: '/api/v1/assets/hosts/',
  accounts: '/api/v1/accounts/accounts/',
  permissions: '/api/v1/perms/asset-permissions/',
};
/** Maximum depth of a node, below the limit on the length of its key, which has a test of its own. */
const deepest = 6;
const usernames = ['root', 'deploy', 'backup', 'ann', 'bob'];
const grantable = ['@ALL', '@USER', '@INPUT', ...usernames];

const pick = <T>({ dice }: Workbench, from: Iterable<T>): T | undefined => {
  const all = [...from];
  return all[dice(all.length || 1)];
};
const pickSome = <T>(bench: Workbench, from: Iterable<T>, most: number): Set<T> => {
  const all = [...from];
  const some = Array.from({ length: bench.dice(most + 1) }, () => pick(bench, all));
  return new Set(some.filter((item): item is T & {} => item !== undefined && item !== null));
};
const expectStatus = (reply: Reply, status: number) => expect(reply.status, reply.text).toBe(status);
const nameOf = ({ log, dice }: Workbench, kind: string) => `${kind}-${log.length}-${dice(1_000_000)}`;
const hasSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((id) => other.has(id));

const createNode: Change = async (bench) => {
  const { inventory, model, log } = bench;
  const parent = pick(bench, model.nodes.keys()) ?? bench.root;
  if (nodesUpFrom(model, parent).length >= deepest) return;
  const name = nameOf(bench, 'node');
  const { id } = await inventory.made(
    inventory.admin.post(`${url.nodes}${parent}/children/`, { value: name }),
  );
  model.nodes.set(id, { parent, name });
  log.push(`create assets.node ${id}`);
};

const anyNode = (bench: Workbench) =>
  pick(
    bench,
    [...bench.model.nodes.keys()].filter((id) => id !== bench.root),
  );

const renameNode: Change = async (bench) => {
  const id = anyNode(bench);
  if (!id) return;
  const value = nameOf(bench, 'renamed');
  expectStatus(await bench.inventory.admin.patch(`${url.nodes}${id}/`, { value }), 200);
  bench.model.nodes.get(id)!.name = value;
  bench.log.push(`update assets.node ${id}`);
};

const moveNode: Change = async (bench) => {
  const { inventory, model, log } = bench;
  const [id, target] = [anyNode(bench), pick(bench, model.nodes.keys())];
  if (!id || !target) return;
  const below = nodesDownFrom(model, id);
  const height =
    Math.max(...below.map((node) => nodesUpFrom(model, node).length)) - nodesUpFrom(model, id).length;
  if (nodesUpFrom(model, target).length + 1 + height > deepest) return;
  const reply = await inventory.admin.put(`${url.nodes}${target}/children/add/`, { nodes: [id] });
  if (below.includes(target)) return expectStatus(reply, 400);
  expectStatus(reply, 200);
  const node = model.nodes.get(id)!;
  if (node.parent === target) return;
  node.parent = target;
  log.push(`update assets.node ${id}`);
};

const deleteNode: Change = async (bench) => {
  const { inventory, model, log } = bench;
  const id = anyNode(bench);
  if (!id) return;
  const reply = await inventory.admin.delete(`${url.nodes}${id}/`);
  if (assetsBelow(model, id).length > 0) return expectStatus(reply, 403);
  expectStatus(reply, 204);
  for (const gone of nodesDownFrom(model, id)) {
    model.nodes.delete(gone);
    for (const { nodes } of model.permissions.values()) nodes.delete(gone);
  }
  log.push(`delete assets.node ${id}`);
};

const createAsset: Change = async (bench) => {
  const { inventory, model, log, root } = bench;
  const nodes = pickSome(bench, model.nodes.keys(), 3);
  const { id } = await inventory.host({ name: nameOf(bench, 'host'), nodes: [...nodes] });
  model.assets.set(id, { nodes: nodes.size > 0 ? nodes : new Set([root]) });
  log.push(`create assets.asset ${id}`);
};

/** Changes the nodes of an asset, through the asset or through a node. */
const linkAsset: Change = async (bench) => {
  const { inventory, model, log, root } = bench;
  const [id, node] = [pick(bench, model.assets.keys()), pick(bench, model.nodes.keys())];
  if (!id || !node) return;
  const asset = model.assets.get(id)!;
  const before = asset.nodes;
  const verb = pick(bench, ['add', 'remove', 'replace', 'form'] as const);
  if (verb === 'form') {
    asset.nodes = new Set([node, ...pickSome(bench, model.nodes.keys(), 2)]);
    expectStatus(await inventory.admin.patch(`${url.hosts}${id}/`, { nodes: [...asset.nodes] }), 200);
  } else {
    expectStatus(await inventory.admin.put(`${url.nodes}${node}/assets/${verb}/`, { assets: [id] }), 200);
    if (verb === 'replace') asset.nodes = new Set([node]);
    else if (verb === 'add') asset.nodes = new Set([...before, node]);
    else asset.nodes = new Set([...before].filter((other) => other !== node));
    if (asset.nodes.size === 0) asset.nodes.add(root);
  }
  if (!hasSame(before, asset.nodes)) log.push(`update assets.asset ${id}`);
};

const updateAsset: Change = async (bench) => {
  const id = pick(bench, bench.model.assets.keys());
  if (!id) return;
  const body = { name: nameOf(bench, 'host') };
  expectStatus(await bench.inventory.admin.patch(`${url.hosts}${id}/`, body), 200);
  bench.log.push(`update assets.asset ${id}`);
};

const deleteAsset: Change = async (bench) => {
  const { inventory, model, log } = bench;
  const id = pick(bench, model.assets.keys());
  if (!id) return;
  expectStatus(await inventory.admin.delete(`${url.hosts}${id}/`), 204);
  model.assets.delete(id);
  log.push(`delete assets.asset ${id}`);
  for (const { assets } of model.permissions.values()) assets.delete(id);
  for (const [account, { asset }] of model.accounts) if (asset === id) model.accounts.delete(account);
};

const createAccount: Change = async (bench) => {
  const { inventory, model, log } = bench;
  const [asset, username = ''] = [pick(bench, model.assets.keys()), pick(bench, usernames)];
  if (!asset) return;
  const body = { asset, name: username, username, secret_type: 'password', secret: 'not-told' };
  const reply = await inventory.admin.post(url.accounts, body);
  const isTaken = [...model.accounts.values()].some(
    (account) => account.asset === asset && account.username === username,
  );
  if (isTaken) return expectStatus(reply, 400);
  expectStatus(reply, 201);
  const { id } = bodyOf<{ id: string }>(reply);
  model.accounts.set(id, { asset, username, isActive: true });
  log.push(`create accounts.account ${id}`);
};

const toggleAccount: Change = async (bench) => {
  const [id, account] = pick(bench, bench.model.accounts) ?? [];
  if (!account) return;
  account.isActive = !account.isActive;
  const body = { is_active: account.isActive };
  expectStatus(await bench.inventory.admin.patch(`${url.accounts}${id}/`, body), 200);
  bench.log.push(`update accounts.account ${id}`);
};

const deleteAccount: Change = async (bench) => {
  const id = pick(bench, bench.model.accounts.keys());
  if (!id) return;
  expectStatus(await bench.inventory.admin.delete(`${url.accounts}${id}/`), 204);
  bench.model.accounts.delete(id);
  bench.log.push(`delete accounts.account ${id}`);
};

const anyGrant = (bench: Workbench): Permission => ({
  users: pickSome(bench, bench.model.users.keys(), 2),
  user_groups: pickSome(bench, bench.model.groups.keys(), 1),
  assets: pickSome(bench, bench.model.assets.keys(), 3),
  nodes: pickSome(bench, bench.model.nodes.keys(), 2),
  accounts: [...pickSome(bench, grantable, 3)],
  isActive: bench.dice(5) > 0,
});
const bodyOfGrant = ({ isActive, accounts, ...linked }: Permission) => ({
  ...Object.fromEntries(Object.entries(linked).map(([name, ids]) => [name, [...ids]])),
  accounts,
  is_active: isActive,
});

const createPermission: Change = async (bench) => {
  const { inventory, model, log } = bench;
  const permission = anyGrant(bench);
  const body = { name: nameOf(bench, 'permission'), ...bodyOfGrant(permission) };
  const { id } = await inventory.made(inventory.admin.post(url.permissions, body));
  model.permissions.set(id, permission);
  log.push(`create perms.assetpermission ${id}`);
};

const updatePermission: Change = async (bench) => {
  const { inventory, model, log } = bench;
  const id = pick(bench, model.permissions.keys());
  if (!id) return;
  const permission = anyGrant(bench);
  const body = { name: nameOf(bench, 'permission'), ...bodyOfGrant(permission) };
  expectStatus(await inventory.admin.patch(`${url.permissions}${id}/`, body), 200);
  model.permissions.set(id, permission);
  log.push(`update perms.assetpermission ${id}`);
};

const deletePermission: Change = async (bench) => {
  const id = pick(bench, bench.model.permissions.keys());
  if (!id) return;
  expectStatus(await bench.inventory.admin.delete(`${url.permissions}${id}/`), 204);
  bench.model.permissions.delete(id);
  bench.log.push(`delete perms.assetpermission ${id}`);
};

/** Every kind of change, with its weight in the draw. */
const changes: readonly (readonly [weight: number, change: Change])[] = [
  [4, createNode],
  [2, renameNode],
  [4, moveNode],
  [1, deleteNode],
  [6, createAsset],
  [8, linkAsset],
  [2, updateAsset],
  [2, deleteAsset],
  [6, createAccount],
  [2, toggleAccount],
  [1, deleteAccount],
  [3, createPermission],
  [3, updatePermission],
  [1, deletePermission],
];

/** Creates some of everything, so that the changes after it find something to change. */
export const makeFirstRows = async (bench: Workbench): Promise<void> => {
  for (const create of [createNode, createAsset, createAccount, createPermission])
    for (let row = 0; row < 8; row += 1) await create(bench);
};

/** Makes a random change and applies it to the model; checks that the server refuses what it must. */
export const makeChange = async (bench: Workbench): Promise<void> => {
  const draw = changes.flatMap(([weight, change]) => Array.from({ length: weight }, () => change));
  await pick(bench, draw)?.(bench);
};
