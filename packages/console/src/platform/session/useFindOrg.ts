import { useTranslation } from 'react-i18next';
import { usePlatform } from '../Platform.tsx';
import { startUpCalls } from './startUpCalls.ts';
import type { Organization } from './wire.ts';

/** Requests an organization before it is entered; reports a failure. */
export const useFindOrg = () => {
  const { http, notify } = usePlatform();
  const { t } = useTranslation('common');
  return async (org: Organization, signal?: AbortSignal): Promise<Organization | undefined> => {
    const found = await http.call(startUpCalls.org, { oid: org.id, signal }).catch(() => undefined);
    if (found?.id === org.id) return found;
    // If it was deleted or the user cannot enter it, the server may answer with another organization.
    if (found) notify.error(t('error.notFound'));
    return undefined;
  };
};
