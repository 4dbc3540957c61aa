import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import controls from '../../replay/dark/controls.module.css';
import { Glyph } from '../../theme/icon/Glyph.tsx';
import type { WorkbenchState } from '../workspace/workbench.ts';
import styles from './connect.module.css';

type Props = { request: NonNullable<WorkbenchState['connecting']>; onClose: () => void };

const pageOf = (path: string, query: Record<string, string | undefined>): string =>
  `/ui/${path}?${new URLSearchParams(Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])))}`;

/** Name of the asset, for those who may see it without a permission on it. */
const useAssetName = ({ assetId, orgId }: Props['request']): string | undefined => {
  const http = useHttp();
  const mayView = useCan()('assets.view_asset');
  const { data } = useQuery({
    queryKey: ['luna', 'refused', assetId],
    queryFn: ({ signal }) =>
      http.row<typeof asset>('/api/v1/assets/assets/', assetId, {
        ...(orgId && { oid: orgId }),
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: mayView,
    retry: false,
  });
  return data?.name;
};

/** Says that the user has no permission on the asset, and how to get one. */
export function NoPermission({ request, onClose }: Props) {
  const { t } = useTranslation('luna');
  const can = useCan();
  const { currentOrg, settings } = useSession();
  const name = useAssetName(request);
  const oid = request.orgId ?? currentOrg?.id;
  return (
    <>
      <p role="alert" className={controls.alert}>
        <Glyph name="bad" />
        {name ? t('connect.notGranted', { name }) : t('connect.notGrantedUnnamed')}
      </p>
      <div className={styles.links}>
        {settings.TICKETS_ENABLED === true && can('tickets.view_ticket') && (
          <a
            className={controls.button}
            href={pageOf('tickets/tickets/request-host-perm/create', {
              asset_id: name && request.assetId,
              oid,
            })}
            target="_blank"
            rel="noopener"
          >
            {t('connect.request')}
          </a>
        )}
        {can('perms.add_assetpermission') && name && (
          <a
            className={controls.button}
            href={pageOf('console/perms/asset-permissions/create', { asset_id: request.assetId, oid })}
            target="_blank"
            rel="noopener"
          >
            {t('connect.grant')}
          </a>
        )}
        <button type="button" className={controls.button} data-focus onClick={onClose}>
          {t('action.close')}
        </button>
      </div>
    </>
  );
}
