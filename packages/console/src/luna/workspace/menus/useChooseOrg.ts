import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHttp, usePlatform } from '../../../platform/Platform.tsx';
import { useFindOrg } from '../../../platform/session/useFindOrg.ts';
import type { Organization } from '../../../platform/session/wire.ts';
import { useLuna } from '../../LunaContext.tsx';

/**
 * Switches to another organization's assets; open terminals stay. The user's permissions there are checked
 * first, because entering an organization that is gone or has no web terminal for the user would close the
 * page and its terminals.
 */
export const useChooseOrg = (): ((org: Organization) => Promise<void>) => {
  const { t } = useTranslation('luna');
  const http = useHttp();
  const { session, startUp, queryClient, notify } = usePlatform();
  const { tree } = useLuna();
  const findOrg = useFindOrg();
  const underWay = useRef<AbortController>(undefined);
  return async (org) => {
    underWay.current?.abort();
    underWay.current = new AbortController();
    const { signal } = underWay.current;
    if (org.id === session.get().currentOrg?.id) return;
    const found = await findOrg(org, signal);
    const profile =
      found &&
      (await http.call('GET /api/v1/users/profile/', { oid: org.id, signal }).catch(() => undefined));
    if (!profile || signal.aborted) return;
    if (!profile.perms.includes('rbac.view_webterminal'))
      return void notify.error(t('top.noTerminal', { name: org.name }));
    // Otherwise the `oid` in the page's address would override the choice.
    const url = new URL(window.location.href);
    url.searchParams.delete('oid');
    window.history.replaceState(null, '', url);
    startUp.choose(found, profile);
    queryClient.clear();
    tree.load();
  };
};
