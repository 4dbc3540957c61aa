import type { favoriteasset } from '@gatehouse/contract/resources/assets/favoriteasset.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';

const FAVORITES_URL = '/api/v1/assets/favorite-assets/';
const FAVORITES_KEY = ['favoriteAssets'];

/** Favourite assets of the person, and changing them. */
export const useFavorites = () => {
  const http = useHttp();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: FAVORITES_KEY,
    queryFn: ({ signal }) => http.list<typeof favoriteasset>(FAVORITES_URL, { signal }),
    staleTime: 60_000,
  });
  const favorites = (data ?? []).map(({ asset }) => asset);
  const ids = new Set(favorites);
  return {
    ids: favorites,
    has: (id: string) => ids.has(id),
    toggle: async (id: string) => {
      if (ids.has(id)) await http.delete(`${FAVORITES_URL}?asset=${id}`);
      else await http.post(FAVORITES_URL, { asset: id });
      await client.invalidateQueries({ queryKey: FAVORITES_KEY });
    },
  };
};
