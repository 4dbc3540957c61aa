import CodeOutlined from '@ant-design/icons/CodeOutlined';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import { rowsOf } from '../../../engine/list/useListRows.ts';
import { protocolTitles } from '../../../engine/protocols/protocolTitle.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { connectUrl, opensInTerminal } from '../../../platform/route/webTerminal.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import type { Asset } from './Asset.ts';

type Target = Pick<Asset, 'id' | 'name' | 'is_active' | 'protocols' | 'org_id'>;

const QUIET = { disableFlashErrorMsg: true } as const;
const METHODS_STALE_MS = 300_000;

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

/** Protocols that the web terminal opens for the user; undefined until that is known. */
const useOpened = (enabled: boolean): string[] | undefined => {
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['connectMethods'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/terminal/components/connect-methods/', { ...QUIET, signal }),
    staleTime: METHODS_STALE_MS,
    enabled,
    retry: false,
  });
  return (
    data &&
    Object.entries(data).flatMap(([protocol, methods]) => (methods.some(opensInTerminal) ? [protocol] : []))
  );
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
  const opened = useOpened(has && ids.length > 0);
  const obstacleOf = ({ id, name, is_active, protocols }: Target): string | undefined => {
    if (!is_active) return t('inactive');
    if (granted && !granted.has(id)) return t('asset.notGranted', { name });
    if (!opened || protocols.some((protocol) => opened.includes(protocol.name))) return undefined;
    return t(opened.length > 0 ? 'asset.notOpened' : 'asset.nothingOpened', {
      name,
      protocols: protocolTitles(protocols.map((protocol) => protocol.name)),
      opened: protocolTitles(opened),
    });
  };
  return (asset) => {
    const reason = obstacleOf(asset);
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
