import type { Page } from '@gatehouse/contract/wire/page.ts';
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

const ASSETS_URL = '/api/v1/perms/users/self/assets/';
const QUIET = { disableFlashErrorMsg: true } as const;

/** Number of assets the user may connect to here. */
export const useAssetCount = (isEnabled: boolean): number | undefined => {
  const http = useHttp();
  const { currentOrg } = useSession();
  const { data } = useQuery({
    queryKey: ['home', 'count', currentOrg?.id],
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      http.get<Page<OpenAsset>>(ASSETS_URL, { ...QUIET, signal, params: { limit: 1, offset: 0 } }),
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
      http.get<Page<OpenAsset>>(ASSETS_URL, {
        ...QUIET,
        signal,
        params: { search: words, limit, offset: 0 },
      }),
  });
  return words === '' ? undefined : data?.results;
};

/** Those assets the user may still connect to, in the order of the ids. */
export const useAssetsById = (ids: readonly string[]): OpenAsset[] => {
  const http = useHttp();
  const { currentOrg } = useSession();
  const { data } = useQuery({
    queryKey: ['home', 'assets', currentOrg?.id, ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      http.get<Page<OpenAsset>>(ASSETS_URL, {
        ...QUIET,
        signal,
        params: { ids: ids.join(','), limit: ids.length, offset: 0 },
      }),
  });
  return ids.flatMap((id) => data?.results.find((row) => row.id === id) ?? []);
};

const useOwn = <T>(name: string, url: string, limit: number): UseQueryResult<T[]> => {
  const http = useHttp();
  return useQuery({
    queryKey: ['home', name],
    queryFn: async ({ signal }) =>
      (await http.get<Page<T>>(url, { ...QUIET, signal, params: { limit, offset: 0 } })).results,
  });
};

/** The user's latest sessions, in every organization. */
export const useOwnSessions = (): UseQueryResult<OwnSession[]> =>
  useOwn('sessions', '/api/v1/terminal/my-sessions/', 15);

/** The user's latest sign-in attempts. */
export const useOwnLogins = (): UseQueryResult<OwnLogin[]> =>
  useOwn('logins', '/api/v1/audits/my-login-logs/', 5);
