import { useTranslation } from 'react-i18next';
import { usePlatform } from '../Platform.tsx';
import type { Organization } from './wire.ts';

const ORG_URL = '/api/v1/orgs/orgs/current/';

/** Asks the server for an organization before somebody enters it; when it cannot be entered, that has been told. */
export const useFindOrg = () => {
  const { http, notify } = usePlatform();
  const { t } = useTranslation('common');
  return async (org: Organization, signal?: AbortSignal): Promise<Organization | undefined> => {
    const found = await http.get<Organization>(ORG_URL, { oid: org.id, signal }).catch(() => undefined);
    if (found?.id === org.id) return found;
    // For what is gone the server answers with another one.
    if (found) notify.error(t('error.notFound'));
    return undefined;
  };
};
