import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { idsOf } from '../../engine/select/idsOf.ts';
import { useDebounced } from '../../engine/select/useDebounced.ts';
import { useHttp } from '../../platform/Platform.tsx';

const TYPING_MS = 240;
/** Suggestions come from at most this many assets and this many nodes. */
const MOST = 20;

/** Usernames that contain the typed text, of accounts on the chosen assets and in the chosen nodes. */
export const useUsernameSuggestions = (input: {
  username: string;
  assets: unknown;
  nodes: unknown;
  /** Organization of the assets and nodes, if not the current one. */
  oid?: unknown;
}): string[] => {
  const http = useHttp();
  const { oid } = input;
  const username = useDebounced(input.username, TYPING_MS);
  const assets = idsOf(input.assets).slice(0, MOST);
  const nodes = idsOf(input.nodes).slice(0, MOST);
  const { data } = useQuery({
    queryKey: ['usernames', username, assets, nodes, oid],
    queryFn: ({ signal }) =>
      http.call('POST /api/v1/accounts/accounts/username-suggestions/', {
        body: { username, assets, nodes },
        signal,
        disableFlashErrorMsg: true,
        ...(typeof oid === 'string' && { oid }),
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return data ?? [];
};
