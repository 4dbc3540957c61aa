import type { platform } from '@gatehouse/contract/resources/assets/platform.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { rowUrl } from '../../../engine/resource/url.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { PLATFORMS_URL } from '../assetTree.ts';
import { categories } from '../categories.ts';
import type { Asset } from './Asset.ts';

const USUAL_PLATFORM = 'Linux';

/**
 * Initial platform of a form: the one in the address, else that of the edited or cloned row, else Linux for
 * hosts and the first of its category for other assets; Linux if none is found. Undefined while loading.
 */
export const useStartingPlatform = (url: string): string | undefined => {
  const http = useHttp();
  const { id } = useParams();
  const [search] = useSearchParams();
  const named = search.get('platform');
  const source = id ?? search.get('clone_from');
  const category = Object.entries(categories).find(([, entry]) => entry.url === url)?.[0];
  const { data, isError } = useQuery({
    queryKey: ['platformOf', url, source],
    queryFn: async ({ signal }) => {
      const quiet = { signal, disableFlashErrorMsg: true };
      if (source) return String((await http.get<Asset>(rowUrl(url, source), quiet)).platform.id);
      if (!category || category === 'host') return USUAL_PLATFORM;
      const { results } = await http.page<typeof platform>(PLATFORMS_URL, {
        ...quiet,
        params: { category, limit: 1 },
      });
      return String(results[0]?.id ?? USUAL_PLATFORM);
    },
    enabled: named === null,
    gcTime: 0,
  });
  // If the request fails, the form itself reports that.
  return named ?? (isError ? USUAL_PLATFORM : data);
};
