import type { node } from '@gatehouse/contract/resources/assets/node.ts';
import type { Actions } from '../../engine/actions/implement.ts';
import { queryOf } from '../../engine/http.ts';
import { categoryTree, platformLeaves } from './categoryTree.ts';
import { countByPlatform } from './platformTotals.ts';

/** The type tree: categories, types and platforms with counts, and a platform's assets on request. */
export const typeTreeActions = (deps: {
  isEnterprise: () => boolean;
}): Pick<Actions<typeof node>, 'categoryTree'> => ({
  categoryTree: async ({ ctx, request }) => {
    const query = queryOf(request);
    const withAssets = ['1', 'true'].includes(query.get('assets') ?? '');
    const key = query.get('key');
    if (key) return { body: withAssets ? await platformLeaves(key, ctx) : [] };
    const counts = await countByPlatform(
      query.get('count_resource') === 'account' ? 'account' : 'asset',
      ctx,
    );
    return { body: await categoryTree({ counts, withAssets, isEnterprise: deps.isEnterprise() }, ctx) };
  },
});
