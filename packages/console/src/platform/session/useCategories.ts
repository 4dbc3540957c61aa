import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Http } from '../http/http.ts';
import { useHttp } from '../Platform.tsx';

/** A category of assets with its types. */
export type AssetCategory = {
  value: string;
  label: string;
  types: { value: string; label: string; category?: string; constraints?: Record<string, unknown> }[];
};

/** Query for the asset categories, which start-up loads last. */
export const categoriesQuery = (http: Http) => ({
  queryKey: ['assets', 'categories'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<AssetCategory[]> => {
    const answer = await http.call('GET /api/v1/assets/categories/', {
      query: { limit: 1000 },
      disableFlashErrorMsg: true,
      signal,
    });
    return Array.isArray(answer) ? answer : answer.results;
  },
  staleTime: 10 * 60_000,
});

/** Categories and types of assets. */
export const useCategories = (): UseQueryResult<AssetCategory[]> => useQuery(categoriesQuery(useHttp()));
