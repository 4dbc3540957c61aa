import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { booleanOf } from '../../engine/fields/boolean/boolean.ts';
import { choiceLabel } from '../../engine/labels.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { assetsGranted, type Grants } from './grants.ts';
import { leafItem, leavesWhere } from './treeItems.ts';

type Group = { category: string; type: string; total: number };

/** Maximum number of leaves in one answer. */
const mostLeaves = 10_000;
const root = 'ROOT';
const categoryId = (category: string) => `${root}_${category.toUpperCase()}`;
const typeId = (category: string, type: string) => `${categoryId(category)}_${type}`;

const branch = (
  id: string,
  label: string,
  total: number,
  parent: string,
  facts: { open: boolean; category: string; type: string; kind: string },
): TreeNode => ({
  id,
  name: `${label} (${total})`,
  title: label,
  pId: parent,
  isParent: true,
  open: facts.open,
  category: facts.category,
  type: facts.type,
  meta: { data: {}, type: facts.kind, category: facts.category, _type: facts.type || facts.category },
});

const branches = (groups: Group[], ctx: Context): TreeNode[] => {
  const resource = ctx.engine.resource(asset);
  const label = (name: string, value: string) => choiceLabel({ name, resource, ctx }, value);
  const sum = (some: Group[]) => some.reduce((total, group) => total + group.total, 0);
  const top = ctx.t('access.tree.all_types');
  const items = [
    branch(root, top, sum(groups), '', { open: true, category: '', type: '', kind: 'category' }),
  ];
  for (const [category, some] of Map.groupBy(groups, (group) => group.category)) {
    const id = categoryId(category);
    const facts = { open: false, category, type: '', kind: 'category' };
    items.push(branch(id, label('category', category), sum(some), root, facts));
    for (const { type, total } of some)
      items.push(
        branch(typeId(category, type), label('type', type), total, id, { ...facts, type, kind: 'type' }),
      );
  }
  return items;
};

/**
 * Granted assets by category and type; with `sync` all at once, else branches first and leaves on demand.
 */
export const categoryTree = async (
  grants: Grants,
  query: URLSearchParams,
  ctx: Context,
): Promise<TreeNode[]> => {
  if (query.get('lv') === '0') return [];
  const where = assetsGranted(grants);
  const [category, type] = [query.get('category') ?? '', query.get('type') ?? ''];
  if (category && type) {
    const some = sql`${where} and t.category = ${category} and t.type = ${type}`;
    const leaves = await leavesWhere(some, mostLeaves, ctx);
    return leaves.map((leaf) => leafItem(leaf, typeId(leaf.category, leaf.type), ctx));
  }
  const groups = await ctx.db.rows<Group>(
    sql`select t.category, t.type, count(*)::int as total from ${await visibleRows('assets.asset', ctx)} t where ${where} group by 1, 2 order by 1, 2`,
  );
  const leaves = booleanOf(query.get('sync') ?? '') ? await leavesWhere(where, mostLeaves, ctx) : [];
  return [
    ...branches(groups, ctx),
    ...leaves.map((leaf) => leafItem(leaf, typeId(leaf.category, leaf.type), ctx)),
  ];
};
