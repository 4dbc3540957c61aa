import { type SQL, sql } from 'drizzle-orm';
import { id } from '../../platform/database.ts';
import type { Context, Organization } from '../context.ts';
import type { Row } from '../resource.ts';

declare const nodeRow: unique symbol;

/** A tree's storage: its nodes, their items, and the running count of items. */
export type TreeStore<Node extends TreeNode = TreeNode> = {
  /** Type only: what rows of the nodes hold. */
  readonly [nodeRow]?: Node;
  /** Key of the resource whose table holds the nodes. */
  resource: string;
  nodes: string;
  links: { table: string; node: string; item: string };
  /** Column of the nodes with the settled number of items in their subtree. */
  amount: string;
  /** Table of pending count changes. */
  deltas: string;
  /** Seed of each organization tree's advisory lock; the triggers of the links use the same. */
  lockSeed: number;
};

/** A node's position. Keys grow by child numbers: `1`, `1:0`, `1:0:3`; a root has digits only. */
export type NodePlace = {
  org_id: string;
  key: string;
  value: string;
  full_value: string;
  parent_key: string;
};

/** A node as stored. */
export type TreeNode = Row & NodePlace;

/** Organization a tree belongs to. */
export type TreeOwner = Pick<Organization, 'id' | 'name'>;

/** Key of the parent; empty for a root. */
export const parentKeyOf = (key: string): string =>
  key.includes(':') ? key.slice(0, key.lastIndexOf(':')) : '';

/** Keys of a node and its ancestors, root first. */
export const keysAbove = (key: string): string[] => {
  const parts = key.split(':');
  return parts.map((_, depth) => parts.slice(0, depth + 1).join(':'));
};

/** Whether a key equals another or is below it. */
export const isWithin = (key: string, ancestor: string): boolean =>
  key === ancestor || key.startsWith(`${ancestor}:`);

/** The `ltree` path of a node's key. */
export const pathOf = (key: string): SQL => sql`${key.replaceAll(':', '.')}::ltree`;

/** Settled count of a node plus pending changes; `alias` stands for the nodes' table. */
export const amountSql = (store: TreeStore, alias: string): SQL =>
  sql`(${id(alias)}.${id(store.amount)} + coalesce((select sum(d.delta) from ${id(store.deltas)} d where d.node = ${id(alias)}.id), 0))::int`;

/** Nodes that meet a condition over alias `n`, by default in the order of parent keys and names. */
export const nodesWhere = <Node extends TreeNode>(
  store: TreeStore<Node>,
  where: SQL,
  ctx: Pick<Context, 'db'>,
  order: SQL = sql`n.parent_key, n.value`,
): Promise<(Node & { amount: number })[]> =>
  ctx.db.rows<Node & { amount: number }>(
    sql`select n.*, ${amountSql(store, 'n')} as amount from ${id(store.nodes)} n where ${where} order by ${order}`,
  );
