import { permissionsOfUser } from '@gatehouse/contract/layouts/perms/assetpermission.ts';
import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { useTranslation } from 'react-i18next';
import type { DetailTab } from '../../engine/detail/DetailSlots.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { GrantedAssets } from '../grantedAssets/GrantedAssets.tsx';

const kinds = {
  user: { prefix: 'User', filter: 'user_id' },
  group: { prefix: 'Group', filter: 'user_group_id' },
} as const;

/** Tabs of what a user or a group is granted and by which permissions, for callers who may see it. */
export const useGrantTabs = (kind: keyof typeof kinds) => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const routes = useRouteNames();
  const { prefix, filter } = kinds[kind];
  const permissions: ListSlots<typeof assetpermission> = {
    mode: permissionsOfUser,
    createActions: () => [],
    moreActions: () => [],
    detailPath: (row) => routes.path('AssetPermissionDetail', { id: row.id }),
  };
  return <D,>(id: string): DetailTab<D>[] => {
    const url = `/api/v1/perms/asset-permissions/?${filter}=${id}`;
    return [
      {
        key: `${prefix}GrantedAssets`,
        label: t('user.grantedAssets'),
        hidden: !can('perms.view_userassets'),
        render: () => <GrantedAssets to={{ kind, id }} />,
      },
      {
        key: `${prefix}AssetPermissionRules`,
        label: t('permission.titles'),
        hidden: !can('perms.view_assetpermission'),
        countUrl: url,
        render: () => (
          <EmbeddedList
            name={`${prefix}Permissions`}
            url={url}
            routes="AssetPermission"
            slots={permissions}
          />
        ),
      },
    ];
  };
};
