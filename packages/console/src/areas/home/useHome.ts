import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';
import { useSession } from '../../platform/session/useSession.ts';

type Choice = { value: string; label: string };

/** An asset the user may connect to. */
export type OpenAsset = {
  id: string;
  name: string;
  address: string;
  is_active?: boolean;
  org_id?: string;
  category?: Choice;
  type?: Choice;
};

/** A session of the user. */
export type OwnSession = {
  id: string;
  asset: string;
  asset_id: string;
  account: string;
  account_id: string;
  protocol: string;
  org_id?: string;
  is_finished: boolean;
  is_success: boolean;
  is_locked: boolean;
  date_start: string;
};

/** A sign-in attempt of the user. */
export type OwnLogin = {
  id: string;
  ip: string;
  city: string | null;
  status: { value: boolean; label: string } | boolean;
  datetime: string;
};

const ASSETS = 'GET /api/v1/perms/users/:user/assets/';
const SELF = { user: 'self' };
const QUIET = { disableFlashErrorMsg: true } as const;

/** Number of assets the user may connect to in the current organization. */
export const useAssetCount = (isEnabled: boolean): number | undefined => {
  const http = useHttp();
  const { currentOrg } = useSession();
  const { data } = useQuery({
    queryKey: ['home', 'count', currentOrg?.id],
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      http.pageOf(ASSETS, { ...QUIET, signal, params: SELF, query: { limit: 1, offset: 0 } }),
  });
  return data?.count;
};

/** Assets whose name, address or comment contains the words; old results stay while new ones load. */
export const useAssetHits = (words: string, limit: number): OpenAsset[] | undefined => {
  const http = useHttp();
  const { currentOrg } = useSession();
  const { data } = useQuery({
    queryKey: ['home', 'hits', currentOrg?.id, words],
    enabled: words !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      http.pageOf(ASSETS, {
        ...QUIET,
        signal,
        params: SELF,
        query: { search: words, limit, offset: 0 },
      }),
  });
  return words === '' ? undefined : data?.results;
};

/** The assets with these ids that the user may still connect to, in the order of the ids. */
export const useAssetsById = (ids: readonly string[]): OpenAsset[] => {
  const http = useHttp();
  const { currentOrg } = useSession();
  const { data } = useQuery({
    queryKey: ['home', 'assets', currentOrg?.id, ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      http.pageOf(ASSETS, {
        ...QUIET,
        signal,
        params: SELF,
        query: { ids: ids.join(','), limit: ids.length, offset: 0 },
      }),
  });
  return ids.flatMap((id) => data?.results.find((row) => row.id === id) ?? []);
};

/** The user's latest sessions, in every organization. */
export const useOwnSessions = (): UseQueryResult<OwnSession[]> => {
  const http = useHttp();
  return useQuery({
    queryKey: ['home', 'sessions'],
    queryFn: async ({ signal }) => {
      const query = { limit: 15, offset: 0 };
      return (await http.pageOf('GET /api/v1/terminal/my-sessions/', { ...QUIET, signal, query })).results;
    },
  });
};

/** The user's latest sign-in attempts. */
export const useOwnLogins = (): UseQueryResult<OwnLogin[]> => {
  const http = useHttp();
  return useQuery({
    queryKey: ['home', 'logins'],
    queryFn: async ({ signal }) => {
      const query = { limit: 5, offset: 0 };
      return (await http.pageOf('GET /api/v1/audits/my-login-logs/', { ...QUIET, signal, query })).results;
    },
  });
};
