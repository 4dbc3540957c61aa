import { assetTypes } from '@gatehouse/contract/assets/categories.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { naturally } from '../../platform/naturalOrder.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import type { GrantedNode } from './nodeTree.ts';

const builtinTypes: readonly string[] = assetTypes;

/** A node as an item of the tree; `open` shows it expanded. */
export const nodeItem = (node: GrantedNode, open: boolean): TreeNode => ({
  id: node.key,
  name: `${node.value} (${node.amount})`,
  title: `${node.value} (${node.amount})`,
  pId: node.parent_key,
  isParent: true,
  open,
  meta: { type: 'node', data: { id: node.id, key: node.key, value: node.value } },
});

/** What a tree shows of an asset. */
export type Leaf = {
  id: string;
  name: string;
  address: string;
  comment: string;
  category: string;
  type: string;
  org_id: string;
  is_active: boolean;
  protocols: string[];
  /** Key of its node, where the query returns it. */
  at?: string;
};

const leafColumns = sql`t.id::text as id, t.name, t.address, t.comment, t.category, t.type, t.org_id::text as org_id, t.is_active,
  jsonb_path_query_array(t.protocols, '$[*].name') as protocols`;

/** Visible assets that meet a condition on the alias `t`, as leaves ordered by name. */
export const leavesWhere = async (where: SQL, most: number, ctx: Context): Promise<Leaf[]> =>
  ctx.db.rows<Leaf>(
    sql`select ${leafColumns} from ${await visibleRows('assets.asset', ctx)} t where ${where} order by ${naturally(sql`t.name`)}, t.id limit ${most}`,
  );

/** Assets with their nodes: `links` yields `(asset, at)` pairs. */
export const leavesOf = (links: SQL, most: number, offset: number, ctx: Context): Promise<Leaf[]> =>
  ctx.db.rows<Leaf>(sql`select ${leafColumns}, x.at from (${links}) as x(asset, at) join ${allAssets} t on t.id = x.asset
    order by ${naturally(sql`t.name`)}, t.id, x.at limit ${most} offset ${offset}`);

const iconOf = (leaf: Leaf): string => {
  if (leaf.category === 'device') return 'switch';
  return builtinTypes.includes(leaf.type) ? leaf.type : 'file';
};

/** An asset in the tree, below the item with this id. */
export const leafItem = (leaf: Leaf, parent: string, ctx: Context): TreeNode => ({
  id: leaf.id,
  name: leaf.name,
  title: `${leaf.address}\n${leaf.comment}`,
  pId: parent,
  isParent: false,
  open: false,
  iconSkin: iconOf(leaf),
  chkDisabled: !leaf.is_active,
  meta: {
    type: 'asset',
    data: {
      platform_type: leaf.type,
      org_name: ctx.engine.organizationName(leaf.org_id) ?? '',
      sftp: leaf.protocols.includes('sftp'),
      // The reference sends no protocols; clients mark what they cannot open by them (docs/decisions/0261).
      protocols: leaf.protocols,
      name: leaf.name,
      address: leaf.address,
    },
  },
});
