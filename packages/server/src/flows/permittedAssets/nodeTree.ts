import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { isWithin, keysAbove, nodesWhere, parentKeyOf, pathOf } from '../../engine/tree/store.ts';
import { containing, texts, uuids } from '../../platform/database.ts';
import { allAssetNodes } from '../../resources/assets/asset/relations.ts';
import { nodeStore } from '../../resources/assets/node/nodeStore.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { type Grants, isGranted } from './grants.ts';

/** A node as a user sees it: with the number of granted assets at and below it. */
export type GrantedNode = {
  id: string;
  key: string;
  value: string;
  parent_key: string;
  org_id: string;
  amount: number;
};

type Link = { asset: string; key: string };

/** The parts of a subject's tree. */
export type Tree = {
  grants: Grants;
  /** Nodes of the individually granted assets. */
  links: readonly Link[];
  /** The `links` outside granted nodes: only these add nodes to the tree. */
  single: readonly Link[];
  /** Keys of nodes shown only because something below them is granted. */
  containers: ReadonlySet<string>;
};

const linksOf = async (grants: Grants, ctx: Context): Promise<Link[]> => {
  if (!grants.direct.length) return [];
  const [found] = await ctx.db.rows<{ assets: string[] | null; keys: string[] | null }>(sql`
    select array_agg(l.asset)::text[] as assets, array_agg(n.key) as keys
    from ${allAssetNodes} l join ${allNodes} n on n.id = l.node where l.asset = any(${uuids(grants.direct)})`);
  return (found?.assets ?? []).map((asset, index) => ({ asset, key: found?.keys?.[index] ?? '' }));
};

/** The tree of granted assets; with `ungrouped`, single assets are left out and shown separately. */
export const treeOf = async (grants: Grants, ungrouped: boolean, ctx: Context): Promise<Tree> => {
  const links = ungrouped ? [] : await linksOf(grants, ctx);
  const single = links.filter((link) => !isGranted(link.key, grants));
  const containers = new Set<string>();
  for (const top of grants.tops) for (const key of keysAbove(parentKeyOf(top.key))) containers.add(key);
  for (const link of single) for (const key of keysAbove(link.key)) containers.add(key);
  containers.delete('');
  return { grants, links, single, containers };
};

/** Individually granted assets below each container. */
const singlesBelow = (keys: ReadonlySet<string>, tree: Tree): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const link of tree.links)
    for (const key of keysAbove(link.key))
      if (keys.has(key)) found.set(key, (found.get(key) ?? new Set()).add(link.asset));
  return found;
};

/** Counts assets of granted nodes below containers, each once, without individually granted ones. */
const othersBelow = async (
  keys: ReadonlySet<string>,
  tree: Tree,
  ctx: Context,
): Promise<Map<string, number>> => {
  const pairs: { at: string; id: string }[] = [];
  for (const [key, id] of tree.grants.nodes)
    for (const at of keysAbove(key)) if (keys.has(at)) pairs.push({ at, id });
  if (!pairs.length) return new Map();
  const ids = uuids(pairs.map((pair) => pair.id));
  const singles = uuids([...new Set(tree.links.map((link) => link.asset))]);
  const found = await ctx.db.rows<{
    at: string;
    amount: number;
  }>(sql`select m.at, count(distinct l.asset)::int as amount
    from unnest(${ids}, ${texts(pairs.map((pair) => pair.at))}) as m(node, at)
    join ${allAssetNodes} l on l.node = m.node and l.node = any(${ids})
    where l.asset not in (select unnest(${singles})) group by m.at`);
  return new Map(found.map((row) => [row.at, row.amount]));
};

/** Counts granted assets below containers, each once. */
const amountsBelow = async (
  keys: ReadonlySet<string>,
  tree: Tree,
  ctx: Context,
): Promise<(key: string) => number> => {
  const [singles, others] = [singlesBelow(keys, tree), await othersBelow(keys, tree, ctx)];
  return (key) => (singles.get(key)?.size ?? 0) + (others.get(key) ?? 0);
};

const counted = async (where: SQL, tree: Tree, ctx: Context): Promise<GrantedNode[]> => {
  const rows = await nodesWhere(nodeStore, where, ctx);
  const partly = new Set(rows.map((row) => row.key).filter((key) => !isGranted(key, tree.grants)));
  const amountOf = await amountsBelow(partly, tree, ctx);
  return rows.map(({ id, key, value, parent_key, org_id, amount }) => ({
    ...{ id, key, value, parent_key, org_id },
    amount: partly.has(key) ? amountOf(key) : Number(amount),
  }));
};

const childKeys = (parent: string, tree: Tree): string[] => {
  const found = new Set<string>();
  const consider = (key: string) => {
    if (parentKeyOf(key) === parent) found.add(key);
  };
  for (const key of tree.containers) consider(key);
  for (const top of tree.grants.tops) consider(top.key);
  return [...found];
};

/**
 * SQL condition: the key of node `n` is in a set. The database hashes the set; it would scan a long array for
 * every node.
 */
const keyed = (keys: readonly string[]): SQL =>
  sql`n.key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`;

const isChild = (parent: string, tree: Tree): SQL =>
  parent && isGranted(parent, tree.grants) ? sql`n.parent_key = ${parent}` : keyed(childKeys(parent, tree));

/** Direct children that are granted or lead to something granted. */
export const childrenOf = (parent: string, tree: Tree, ctx: Context): Promise<GrantedNode[]> =>
  counted(isChild(parent, tree), tree, ctx);

/** The roots, and the children of a single root. */
export const topNodes = (tree: Tree, ctx: Context): Promise<GrantedNode[]> => {
  const [only, ...others] = childKeys('', tree);
  const roots = isChild('', tree);
  return counted(
    only !== undefined && !others.length ? sql`${roots} or ${isChild(only, tree)}` : roots,
    tree,
    ctx,
  );
};

/** SQL condition: the node `n` is in the tree. */
const anyNode = ({ grants, containers }: Tree): SQL =>
  sql`(n.org_id = any(${uuids([...grants.orgs])}) or n.id in (select unnest(${uuids([...grants.nodes.values()])})) or ${keyed([...containers])})`;

/** The whole tree. */
export const everyNode = (tree: Tree, ctx: Context): Promise<GrantedNode[]> =>
  counted(anyNode(tree), tree, ctx);

/** Nodes whose name contains the search text, with all their shown ancestors. */
export const searchNodes = async (text: string, tree: Tree, ctx: Context): Promise<GrantedNode[]> => {
  const pattern = containing(text);
  const hits = await counted(sql`${anyNode(tree)} and n.value ilike ${pattern}`, tree, ctx);
  const known = new Set(hits.map((node) => node.key));
  const above = [...new Set(hits.flatMap((node) => keysAbove(node.key)))].filter((key) => !known.has(key));
  const path = above.length ? await counted(keyed(above), tree, ctx) : [];
  const shown = path.filter((node) => isGranted(node.key, tree.grants) || tree.containers.has(node.key));
  return [...shown, ...hits];
};

/** Whether a node is shown. */
export const isShown = (key: string, tree: Tree): boolean =>
  isGranted(key, tree.grants) || tree.containers.has(key);

/** Granted assets on a node itself, not below it, as a query of ids. */
export const assetsAt = (key: string, tree: Tree): SQL => {
  if (isGranted(key, tree.grants))
    return sql`select l.asset from ${allAssetNodes} l join ${allNodes} n on n.id = l.node where n.key = ${key}`;
  const ids = tree.single.filter((link) => link.key === key).map((link) => link.asset);
  return sql`select unnest(${uuids(ids)})`;
};

/** Assets granted at or below a node. */
export const assetsBelow = (key: string, tree: Tree): SQL => {
  if (isGranted(key, tree.grants))
    return sql`select l.asset from ${allAssetNodes} l join ${allNodes} n on n.id = l.node where n.path <@ ${pathOf(key)}`;
  const nodes = [...tree.grants.nodes].filter(([nodeKey]) => isWithin(nodeKey, key)).map(([, id]) => id);
  const assets = tree.single.filter((link) => isWithin(link.key, key)).map((link) => link.asset);
  return sql`select l.asset from ${allAssetNodes} l where l.node = any(${uuids(nodes)}) union select unnest(${uuids(assets)})`;
};
