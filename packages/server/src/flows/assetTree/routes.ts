import type { nodeActions } from '@gatehouse/contract/actions/assets.ts';
import type { Actions } from '../../engine/actions/implement.ts';
import { categoryTree, platformLeaves } from './categoryTree.ts';
import { countByPlatform } from './platformTotals.ts';

/** The type tree: categories, types and platforms with counts, and a platform's assets on request. */
export const typeTreeActions = (deps: {
  isEnterprise: () => boolean;
}): Pick<Actions<typeof nodeActions>, 'categoryTree'> => ({
  categoryTree: async ({ ctx, query: { key, assets = '', count_resource } }) => {
    const withAssets = ['1', 'true'].includes(assets);
    if (key) return withAssets ? platformLeaves(key, ctx) : [];
    const counts = await countByPlatform(count_resource === 'account' ? 'account' : 'asset', ctx);
    return categoryTree({ counts, withAssets, isEnterprise: deps.isEnterprise() }, ctx);
  },
});
