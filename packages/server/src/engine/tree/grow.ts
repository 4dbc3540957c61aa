import { randomUUID } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { id } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { diffOf, recordChanges } from '../operations/audit.ts';
import { lockRoots, shareTree } from './locks.ts';
import type { NodePlace, TreeNode, TreeOwner, TreeStore } from './store.ts';

/** Number of the default organization's root. */
const defaultRoot = 1;

/** Writes an audit entry for a node that was added or changed. */
export const recordNode = async (
  store: TreeStore,
  before: TreeNode | undefined,
  after: TreeNode,
  ctx: Context,
): Promise<void> => {
  const resource = ctx.engine.resource(store.resource);
  const change = { before, after, linksBefore: undefined, linksAfter: undefined };
  const diff = diffOf(resource, { ...change, names: ['value', 'full_value'] }, ctx);
  await recordChanges(resource, before ? 'update' : 'create', [{ row: after, diff }], ctx);
};

const insertNode = async <Node extends TreeNode>(
  store: TreeStore<Node>,
  node: NodePlace,
  ctx: Context,
  nodeId: string = randomUUID(),
): Promise<Node | undefined> => {
  await ctx.engine.holdOrganizations([node.org_id], ctx.db);
  const [made] = await ctx.db.rows<Node>(sql`insert into ${id(store.nodes)}
      (id, org_id, key, value, full_value, parent_key, child_mark, ${id(store.amount)})
    values (${nodeId}, ${node.org_id}, ${node.key}, ${node.value}, ${node.full_value}, ${node.parent_key}, 0, 0)
    on conflict (org_id, parent_key, value) do nothing returning *`);
  return made;
};

const rootOf = async <Node extends TreeNode>(
  store: TreeStore<Node>,
  org: string,
  ctx: Context,
): Promise<Node | undefined> =>
  (
    await ctx.db.rows<Node>(
      sql`select n.* from ${id(store.nodes)} n where n.org_id = ${org} and n.parent_key = ''`,
    )
  )[0];

/** Name of an organization's root, without slashes, which separate names in paths. */
export const rootName = (name: string): string => name.replaceAll('/', '-').slice(0, 128);

/** The root of an organization's tree, created on first use. */
export const ensureRoot = async <Node extends TreeNode>(
  store: TreeStore<Node>,
  org: TreeOwner,
  ctx: Context,
): Promise<Node> => {
  const found = await rootOf(store, org.id, ctx);
  if (found) return found;
  return ctx.db.transaction(async (db) => {
    const inside = { ...ctx, db };
    await lockRoots(store, inside);
    const meanwhile = await rootOf(store, org.id, inside);
    if (meanwhile) return meanwhile;
    const [top] = await db.rows<{ next: number }>(
      sql`select greatest(max(key::int), ${defaultRoot})::int + 1 as next from ${id(store.nodes)} where parent_key = ''`,
    );
    const value = rootName(org.name);
    const key = String(org.id === DEFAULT_ORG_ID ? defaultRoot : (top?.next ?? defaultRoot + 1));
    const made = await insertNode(
      store,
      { org_id: org.id, key, value, full_value: `/${value}`, parent_key: '' },
      inside,
    );
    return made as Node;
  });
};

/** Locks a node and returns it with the number of its next child. */
const nextChild = async (
  store: TreeStore,
  parentId: string,
  ctx: Context,
): Promise<TreeNode & { number: number }> => {
  const [parent] = await ctx.db.rows<TreeNode & { number: number }>(
    sql`update ${id(store.nodes)} set child_mark = child_mark + 1 where id = ${parentId} returning *, (child_mark - 1)::int as number`,
  );
  // The parent was deleted after the request found it.
  if (!parent) throw new AppError('conflict');
  return parent;
};

/**
 * Columns of a new child, with its key from the parent's counter. The caller must share or own the tree
 * (`shareTree`, `ownTree`).
 */
export const reserveChild = async (
  store: TreeStore,
  parentId: string,
  value: string,
  ctx: Context,
): Promise<NodePlace> => {
  const parent = await nextChild(store, parentId, ctx);
  return {
    org_id: parent.org_id,
    key: `${parent.key}:${parent.number}`,
    value,
    full_value: `${parent.full_value}/${value}`,
    parent_key: parent.key,
  };
};

/** Adds a child; undefined when the parent already has one of that name. */
export const addChild = async <Node extends TreeNode>(
  store: TreeStore<Node>,
  parentId: string,
  value: string,
  ctx: Context,
  nodeId?: string,
): Promise<Node | undefined> => {
  const made = await insertNode(store, await reserveChild(store, parentId, value, ctx), ctx, nodeId);
  if (made) await recordNode(store, undefined, made, ctx);
  return made;
};

/** The child with a name, if there is one. */
export const childNamed = async <Node extends TreeNode>(
  store: TreeStore<Node>,
  parent: Node,
  value: string,
  ctx: Context,
): Promise<Node | undefined> =>
  (
    await ctx.db.rows<Node>(sql`select n.* from ${id(store.nodes)} n
      where n.org_id = ${parent.org_id} and n.parent_key = ${parent.key} and n.value = ${value}`)
  )[0];

/** Follows names down from the root, adding missing nodes; returns the last one. */
export const ensurePath = async <Node extends TreeNode>(
  store: TreeStore<Node>,
  org: TreeOwner,
  names: readonly string[],
  ctx: Context,
): Promise<Node> => {
  let node = await ensureRoot(store, org, ctx);
  let shared = false;
  for (const name of names) {
    let next = await childNamed(store, node, name, ctx);
    if (!next && !shared) {
      await shareTree(store, org.id, ctx);
      shared = true;
      next = await childNamed(store, node, name, ctx);
    }
    next ??= (await addChild(store, node.id, name, ctx)) ?? (await childNamed(store, node, name, ctx));
    if (!next) throw new AppError('conflict');
    node = next;
  }
  return node;
};
