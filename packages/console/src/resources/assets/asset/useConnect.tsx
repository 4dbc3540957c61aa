import CodeOutlined from '@ant-design/icons/CodeOutlined';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import { rowsOf } from '../../../engine/list/rowsOf.ts';
import { useUnopened } from '../../../engine/protocols/connectMethods.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { connectUrl } from '../../../platform/route/webTerminal.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import type { Asset } from './Asset.ts';

type Target = Pick<Asset, 'id' | 'name' | 'is_active' | 'protocols' | 'org_id'>;

const QUIET = { disableFlashErrorMsg: true } as const;

/** Which of these assets the user is granted; undefined until that is known. */
const useGranted = (ids: readonly string[], enabled: boolean): ReadonlySet<string> | undefined => {
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['granted', ids],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/perms/users/:user/assets/', {
        ...QUIET,
        params: { user: 'self' },
        query: { ids: ids.join(','), limit: ids.length, offset: 0, fields_size: 'mini' },
        signal,
      }),
    enabled: enabled && ids.length > 0,
    retry: false,
  });
  return data && new Set(rowsOf(data).rows.map(({ id }) => id));
};

/**
 * Why the web terminal opens none of an asset's protocols; undefined if it opens one, or while that is unknown.
 */
export const useProtocolObstacle = (
  enabled: boolean,
): ((asset: Pick<Target, 'name' | 'protocols'>) => string | undefined) => {
  const { t } = useTranslation('resources');
  const unopened = useUnopened(enabled);
  return ({ name, protocols }) => {
    const words = unopened(protocols.map((protocol) => protocol.name));
    if (!words) return undefined;
    if (!words.opened) return t('asset.nothingOpened');
    return t(words.protocols ? 'asset.notOpened' : 'asset.noProtocol', { name, ...words });
  };
};

/**
 * The action that opens one of these assets in the web terminal; disabled with its reason where that cannot succeed. The
 * server decides: while it has not said, connecting may be tried.
 */
export const useConnect = (ids: readonly string[]): ((asset: Target) => Action) => {
  const { t } = useTranslation('resources');
  const { currentOrg } = useSession();
  const has = useCan()('rbac.view_webterminal');
  const granted = useGranted(ids, has);
  const obstacleOf = useProtocolObstacle(has && ids.length > 0);
  const reasonOf = (asset: Target): string | undefined => {
    if (!asset.is_active) return t('inactive');
    if (granted && !granted.has(asset.id)) return t('asset.notGranted', { name: asset.name });
    return obstacleOf(asset);
  };
  return (asset) => {
    const reason = reasonOf(asset);
    return {
      name: 'connect',
      title: t('asset.connect'),
      icon: <CodeOutlined aria-hidden />,
      order: 1,
      has,
      can: reason === undefined,
      ...(reason && { reason }),
      to: connectUrl({ asset: asset.id, orgId: asset.org_id || currentOrg?.id }),
      newTab: true,
    };
  };
};
