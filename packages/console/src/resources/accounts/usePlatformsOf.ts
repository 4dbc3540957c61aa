import { isOffered, keyMethods } from '@gatehouse/contract/assets/automationMethods.ts';
import { rowOfOwnMethod } from '@gatehouse/contract/assets/ownMethods.ts';
import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';

/** The part of a platform that accounts need. */
export type AccountPlatform = {
  id: number;
  name: string;
  type?: { value: string };
  su_enabled?: boolean;
  protocols?: { name: string; secret_types?: string[] }[];
  automation?: Record<string, unknown>;
};

/**
 * Platforms of these assets and nodes, and platforms by id. They determine which secrets are possible, and
 * which can be pushed.
 */
export const usePlatformsOf = (input: {
  assets?: readonly (string | number)[];
  nodes?: readonly (string | number)[];
  platforms?: readonly (string | number)[];
}): AccountPlatform[] => {
  const http = useHttp();
  const { assets = [], nodes = [], platforms = [] } = input;
  const { data } = useQuery({
    queryKey: ['platformsOf', assets, nodes, platforms],
    queryFn: ({ signal }) =>
      http.call('POST /api/v1/assets/platforms/filter-nodes-assets/', {
        body: { asset_ids: [...assets], node_ids: [...nodes], platform_ids: [...platforms] },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: assets.length + nodes.length + platforms.length > 0,
    staleTime: 60_000,
  });
  return data ?? [];
};

const ofKeys: readonly string[] = keyMethods;

const isPushed = (id: string): boolean =>
  isOffered({ id, kind: 'push_account' }) || rowOfOwnMethod(id) !== undefined;

/** Whether a platform can push accounts of a secret type: keys only where the method also sets keys. */
export const canPush = (platform: AccountPlatform | undefined, secretType: unknown): boolean => {
  const { ansible_enabled, push_account_enabled, push_account_method } = platform?.automation ?? {};
  const id = String(push_account_method ?? '');
  if (!ansible_enabled || !push_account_enabled || !isPushed(id)) return false;
  return secretType !== 'ssh_key' || ofKeys.includes(id);
};
