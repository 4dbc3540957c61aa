import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';
import { follows } from '../../platform/query.ts';
import { categoryCounts } from '../../resources/assets/assetTree.ts';

/** Number of assets in each category and, as `all`, in total; taken from the type tree. */
export const useCategoryCounts = (): Record<string, number> => {
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['assets', 'counts'],
    queryFn: async ({ signal }) => {
      const query = { assets: '0', count_resource: 'asset' };
      const options = { query, signal, disableFlashErrorMsg: true };
      return categoryCounts(await http.call('GET /api/v1/assets/nodes/category/tree/', options));
    },
    staleTime: 30_000,
    meta: follows('assets'),
  });
  return data ?? {};
};
