import { type Category, categories } from '@gatehouse/contract/assets/categories.ts';
import { platform as platformDefinition } from '@gatehouse/contract/resources/assets/platform.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { choiceLabel } from '../../engine/labels.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { naturally } from '../../platform/naturalOrder.ts';
import { exposedTypes } from '../../resources/assets/platform/exposedTypes.ts';
import { assetLeaf, type LeafRow } from './assetLeaf.ts';
import type { PlatformCounts } from './platformTotals.ts';

type PlatformRow = { id: string; name: string; category: Category; type: string };

/** Maximum number of assets shown under one platform; more are better shown in a list. */
const mostLeaves = 1000;

const platformsIn = async (ctx: Context): Promise<PlatformRow[]> => {
  return ctx.db.rows<PlatformRow>(
    sql`select t.id::text as id, t.name, t.category, t.type from ${await visibleRows('assets.platform', ctx)} t order by ${naturally(sql`t.name`)}`,
  );
};

const labelOf = (field: 'category' | 'type', value: string, ctx: Context): string =>
  choiceLabel({ name: field, resource: ctx.engine.resource(platformDefinition), ctx }, value);

const branch = (
  node: { id: string; name: string; pId: string; isParent?: boolean; open?: boolean },
  amount: number,
  meta: TreeNode['meta'],
): TreeNode => ({
  id: node.id,
  name: `${node.name} (${amount})`,
  title: node.name,
  pId: node.pId,
  isParent: node.isParent ?? true,
  open: node.open ?? true,
  meta,
});

/** Types of a category with the platforms of each; types of `custom` are those its platforms name. */
export const typesWithPlatforms = (
  category: Category,
  platforms: readonly PlatformRow[],
  isEnterprise: boolean,
): [type: string, platforms: PlatformRow[]][] => {
  const own = platforms.filter((platform) => platform.category === category);
  const types =
    category === 'custom'
      ? [...new Set(own.map(({ type }) => type))].toSorted()
      : exposedTypes(category, isEnterprise);
  return types.map((type) => [type, own.filter((platform) => platform.type === type)]);
};

/** Root, categories, types and platforms with their counts (reference 03 §5.3). */
export const categoryTree = async (
  options: { counts: PlatformCounts; isEnterprise: boolean; withAssets: boolean },
  ctx: Context,
): Promise<TreeNode[]> => {
  const { counts, isEnterprise, withAssets } = options;
  const platforms = await platformsIn(ctx);
  const sumOf = (rows: readonly PlatformRow[]) =>
    rows.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0);
  const nodes: TreeNode[] = [];
  for (const category of categories) {
    const types = typesWithPlatforms(category, platforms, isEnterprise);
    if (types.length === 0) continue;
    const categoryId = `ROOT_${category.toUpperCase()}`;
    const all = types.flatMap(([, rows]) => rows);
    const name = labelOf('category', category, ctx);
    nodes.push(
      branch({ id: categoryId, name, pId: 'ROOT' }, sumOf(all), {
        type: 'category',
        category,
        _type: category,
      }),
    );
    for (const [type, rows] of types) {
      const typeId = `${categoryId}_${type}`;
      const isParent = rows.length > 0;
      nodes.push(
        branch(
          { id: typeId, name: labelOf('type', type, ctx), pId: categoryId, isParent, open: false },
          sumOf(rows),
          {
            type: 'type',
            category,
            _type: type,
          },
        ),
      );
      for (const row of rows)
        nodes.push(
          branch(
            { id: row.id, name: row.name, pId: typeId, isParent: withAssets, open: false },
            sumOf([row]),
            {
              type: 'platform',
              category,
              _type: type,
            },
          ),
        );
    }
  }
  const root = branch({ id: 'ROOT', name: ctx.t('inventory.all_types'), pId: '' }, sumOf(platforms), {
    type: 'category',
  });
  return [root, ...nodes];
};

/** Assets of one platform as leaves. */
export const platformLeaves = async (platformId: string, ctx: Context): Promise<TreeNode[]> => {
  if (!/^\d{1,15}$/.test(platformId)) return [];
  const rows = await ctx.db.rows<LeafRow>(
    sql`select t.* from ${await visibleRows('assets.asset', ctx)} t where t.platform = ${platformId} order by ${naturally(sql`t.name`)}, t.id limit ${mostLeaves}`,
  );
  return rows.map((row) => assetLeaf(row, platformId, ctx));
};
