import { useQuery, useQueryClient } from '@tanstack/react-query';
import { rowsOf } from '../../engine/list/rowsOf.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { staleAfterWrite } from '../../platform/query.ts';

const FAVORITES_KEY = ['favoriteAssets'];

/** The user's favourite assets, and a function to add or remove one. */
export const useFavorites = () => {
  const http = useHttp();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: FAVORITES_KEY,
    queryFn: async ({ signal }) =>
      rowsOf(await http.call('GET /api/v1/assets/favorite-assets/', { signal })).rows,
    staleTime: 60_000,
  });
  const favorites = (data ?? []).map(({ asset }) => asset);
  const ids = new Set(favorites);
  return {
    ids: favorites,
    has: (id: string) => ids.has(id),
    toggle: async (id: string) => {
      if (ids.has(id)) await http.call('DELETE /api/v1/assets/favorite-assets/', { query: { asset: id } });
      else await http.call('POST /api/v1/assets/favorite-assets/', { body: { asset: id } });
      staleAfterWrite(client, '/api/v1/assets/favorite-assets/');
      await client.invalidateQueries({ queryKey: FAVORITES_KEY });
    },
  };
};
