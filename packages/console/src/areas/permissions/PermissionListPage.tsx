import { permissionList } from '@gatehouse/contract/layouts/perms/assetpermission.ts';
import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { useTranslation } from 'react-i18next';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceList } from '../../engine/list/ResourceList.tsx';
import type { SearchOption } from '../../engine/list/search/tagSearch.ts';
import { useListController } from '../../engine/list/useListController.ts';
import { useUrlState } from '../../engine/list/useListState.ts';
import { TreeListLayout } from '../../engine/tree/TreeListLayout.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { AssetTreePanel } from '../../resources/assets/AssetTreePanel.tsx';
import {
  AccountsCell,
  ActiveCell,
  PeopleAmount,
  PlacesAmount,
} from '../../resources/perms/assetpermission/permissionCells.tsx';

const columns: ListSlots<typeof assetpermission>['columns'] = {
  users_amount: { Cell: PeopleAmount, width: 84 },
  user_groups_amount: { Cell: PeopleAmount, width: 84 },
  assets_amount: { Cell: PlacesAmount, width: 84 },
  nodes_amount: { Cell: PlacesAmount, width: 84 },
  accounts: { Cell: AccountsCell, width: 104, card: 'fact' },
  is_active: { Cell: ActiveCell, width: 90 },
};

const useSearchOptions = (): SearchOption[] => {
  const { t } = useTranslation('resources');
  const yesNo = [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ];
  const text = (key: string, label: string): SearchOption => ({ key, label, type: 'string' });
  const flag = (key: string, label: string): SearchOption => ({
    key,
    label,
    type: 'boolean',
    children: yesNo,
  });
  return [
    text('username', t('permission.filter.username')),
    text('user_group', t('permission.filter.user_group')),
    text('asset_name', t('permission.filter.asset_name')),
    text('address', t('permission.filter.address')),
    text('accounts', t('permission.filter.accounts')),
    text('expires_within', t('permission.filter.expires_within')),
    flag('is_valid', t('permission.filter.is_valid')),
    flag('is_effective', t('permission.filter.is_effective')),
    flag('all', t('permission.filter.all')),
  ];
};

/** Permissions beside the tree of their assets. */
export function PermissionListPage({ url, name }: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const state = useUrlState();
  const routes = useRouteNames();
  const searchOptions = useSearchOptions();
  const slots: ListSlots<typeof assetpermission> = {
    columns,
    mode: permissionList,
    searchOptions,
    emptyText: t('permission.emptyText'),
    createActions: (usual) => {
      const { node_id, asset_id } = state.query;
      const to = routes.path('AssetPermissionCreate', {}, { node_id, asset_id });
      return [{ ...usual, to, newTab: Boolean(node_id) }];
    },
  };
  const list = useListController({ name: `${name}List`, url, state, slots });
  return (
    <PageFrame fill help={t('permission.help')}>
      <TreeListLayout
        tree={(onHide) => (
          <AssetTreePanel
            withAssets
            hasTypes={false}
            query={state.query}
            onPick={state.patch}
            onHide={onHide}
          />
        )}
        list={(treeButton) => <ResourceList list={list} routes={name} isMain treeButton={treeButton} />}
      />
    </PageFrame>
  );
}
