import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { idsOf } from '../../engine/select/idsOf.ts';
import { useDebounced } from '../../engine/select/useDebounced.ts';
import { useHttp } from '../../platform/Platform.tsx';

const TYPING_MS = 240;

type Chosen = Record<'users' | 'user_groups' | 'assets' | 'nodes', unknown>;

/**
 * How many users and assets the chosen rows come to; undefined until known. While a changed choice is
 * counted, `isStale` marks the previous answer.
 */
export const useReach = (chosen: Chosen, isComplete: boolean) => {
  const http = useHttp();
  const ids = JSON.stringify({
    users: idsOf(chosen.users).map(String),
    user_groups: idsOf(chosen.user_groups).map(String),
    assets: idsOf(chosen.assets).map(String),
    nodes: idsOf(chosen.nodes).map(String),
  });
  const settled = useDebounced(ids, TYPING_MS);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['reach', settled],
    queryFn: ({ signal }) =>
      http.call('POST /api/v1/perms/asset-permissions/reach/', {
        body: JSON.parse(settled),
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: isComplete && settled === ids,
    placeholderData: keepPreviousData,
  });
  return { reach: data, isStale: isPlaceholderData || settled !== ids };
};
