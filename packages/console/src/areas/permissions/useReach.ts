import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { idsOf } from '../../engine/select/idsOf.ts';
import { useDebounced } from '../../engine/select/useDebounced.ts';
import { useHttp } from '../../platform/Platform.tsx';

const TYPING_MS = 240;

/** What is chosen in the form. */
export type Chosen = Record<'users' | 'user_groups' | 'assets' | 'nodes', unknown>;

const bodyOf = (chosen: Chosen) => ({
  users: idsOf(chosen.users).map(String),
  user_groups: idsOf(chosen.user_groups).map(String),
  assets: idsOf(chosen.assets).map(String),
  nodes: idsOf(chosen.nodes).map(String),
});

/** A choice as text, and the same once it has not changed for a moment. */
const useSettled = (body: object) => {
  const text = JSON.stringify(body);
  const settled = useDebounced(text, TYPING_MS);
  return { settled, isSettled: settled === text };
};

/**
 * How many users and assets the chosen rows come to; undefined until known. While a changed choice is
 * counted, `isStale` marks the previous answer.
 */
export const useReach = (chosen: Chosen, isComplete: boolean) => {
  const http = useHttp();
  const { settled, isSettled } = useSettled(bodyOf(chosen));
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['reach', settled],
    queryFn: ({ signal }) =>
      http.call('POST /api/v1/perms/asset-permissions/reach/', {
        body: JSON.parse(settled),
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: isComplete && isSettled,
    placeholderData: keepPreviousData,
  });
  return { reach: data, isStale: isPlaceholderData || !isSettled };
};

/** What the server warns of for these choices, stale like the reach. */
export const useWarnings = (
  chosen: Chosen & { accounts: readonly string[]; id: string | undefined },
  isComplete: boolean,
) => {
  const http = useHttp();
  const { accounts, id } = chosen;
  const { settled, isSettled } = useSettled({ ...bodyOf(chosen), accounts, id });
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['grantWarnings', settled],
    queryFn: ({ signal }) =>
      http.call('POST /api/v1/perms/asset-permissions/warnings/', {
        body: JSON.parse(settled),
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: isComplete && isSettled,
    placeholderData: keepPreviousData,
  });
  return { warnings: data, isStale: isPlaceholderData || !isSettled };
};
