import { useTranslation } from 'react-i18next';
import { isRootOrg } from '../../../platform/session/organizations.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import type { Organization } from '../../../platform/session/wire.ts';

/**
 * The displayed name of an organization; that of the root organization says that it is read-only, except on
 * pages that can write there.
 */
export const useOrgName = () => {
  const { t } = useTranslation('shell');
  const { autoOrg } = useSession();
  return (org: Organization) => (isRootOrg(org) ? t(autoOrg ? 'org.everywhere' : 'org.global') : org.name);
};
