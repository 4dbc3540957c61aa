import CodeOutlined from '@ant-design/icons/CodeOutlined';
import StarFilled from '@ant-design/icons/StarFilled';
import StarOutlined from '@ant-design/icons/StarOutlined';
import { ownAssets } from '@gatehouse/contract/layouts/assets/asset.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import { CollapsedTags } from '../../engine/cells/CollapsedTags.tsx';
import { ConnectivityCell } from '../../engine/cells/ConnectivityCell.tsx';
import { FactList } from '../../engine/detail/FactsCard.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceList } from '../../engine/list/ResourceList.tsx';
import { useListController } from '../../engine/list/useListController.ts';
import { useUrlState } from '../../engine/list/useListState.ts';
import { TreeListLayout } from '../../engine/tree/TreeListLayout.tsx';
import { Modal } from '../../platform/dialog/Modal.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { connectUrl } from '../../platform/route/webTerminal.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { useProtocolObstacle } from '../../resources/assets/asset/useConnect.tsx';
import { AssetIcon } from '../../theme/icon/AssetIcon.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { PermedAccountsCell, type PermedAsset } from './GrantedAssets.tsx';
import { FAVORITES_NODE, PermedTree } from './PermedTree.tsx';
import { useFavorites } from './useFavorites.ts';

const BASE = '/api/v1/perms/users/self/';

/** Facts about an asset before connecting. */
function AssetDialog({ row, onClose }: { row: PermedAsset; onClose: () => void }) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['myAsset', row.id],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/perms/users/:user/assets/:asset/', {
        params: { user: 'self', asset: row.id },
        signal,
      }),
  });
  const facts = [
    { name: 'name', label: t('name'), value: row.name },
    {
      name: 'address',
      label: t('asset.address'),
      value: <Mono>{row.address}</Mono>,
      copy: row.address,
    },
    {
      name: 'protocols',
      label: t('asset.protocols'),
      value: data ? (
        <CollapsedTags items={(data.permed_protocols ?? []).map(({ name, port }) => `${name}/${port}`)} />
      ) : (
        <SkeletonRows rows={1} columns={1} height={20} />
      ),
    },
    { name: 'category', label: t('asset.category'), value: row.category.label },
    { name: 'type', label: t('asset.type'), value: row.type.label },
    { name: 'platform', label: t('platform.title'), value: row.platform.name },
    { name: 'active', label: t('asset.active'), value: row.is_active ? t('yes') : t('no') },
    { name: 'comment', label: t('comment'), value: row.comment || '–' },
  ];
  return (
    <Modal
      open
      width={560}
      title={row.name}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <FactList facts={facts} />
    </Modal>
  );
}

/** Assets the user may connect to, by node. */
export function MyAssetsPage(_: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const { currentOrg } = useSession();
  const state = useUrlState();
  const favorites = useFavorites();
  const obstacleOf = useProtocolObstacle(true);
  const [opened, setOpened] = useState<PermedAsset>();
  const { node_id } = state.query;
  const isOfFavorites = node_id === FAVORITES_NODE;
  const url = node_id ? `${BASE}nodes/${node_id}/assets/?cache_policy=1` : `${BASE}assets/`;
  const toggle = async (row: PermedAsset) => {
    await favorites.toggle(row.id);
    if (isOfFavorites) list.refetch();
  };
  const rowActions = (row: PermedAsset): Action[] => {
    const isFavorite = favorites.has(row.id);
    const reason = row.is_active ? obstacleOf(row) : t('inactive');
    return [
      {
        name: 'connect',
        title: t('asset.connect'),
        icon: <CodeOutlined aria-hidden />,
        order: 1,
        can: reason === undefined,
        ...(reason && { reason }),
        to: connectUrl({ asset: row.id, orgId: row.org_id ?? currentOrg?.id ?? '' }),
        newTab: true,
      },
      {
        name: 'favorite',
        title: t(isFavorite ? 'asset.unfavorite' : 'asset.favorite'),
        isIcon: true,
        icon: isFavorite ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />,
        order: 2,
        onRun: () => toggle(row),
      },
    ];
  };
  const slots: ListSlots<typeof asset, 'accounts'> = {
    mode: ownAssets,
    // Together they fit beside the tree on a window of usual width.
    columns: {
      name: { width: 160 },
      address: { width: 140, card: 'fact' },
      platform: { width: 100, card: 'fact' },
      connectivity: { Cell: ConnectivityCell, width: 130, card: 'state' },
      accounts: { Cell: PermedAccountsCell, title: t('account.titles'), width: 90, card: 'fact' },
      is_active: { width: 90 },
    },
    icon: ({ type, category }) => <AssetIcon type={type.value} category={category.value} />,
    onOpen: setOpened,
    rowTone: (row) => (row.is_active ? undefined : 'off'),
    createActions: () => [],
    moreActions: () => [],
    rowActions,
    emptyText: t(isOfFavorites ? 'asset.noFavoritesText' : 'asset.myEmptyText'),
  };
  const list = useListController({ name: 'MyAssets', url, state, slots });
  return (
    <PageFrame fill>
      <TreeListLayout
        tree={(onHide) => <PermedTree base={BASE} query={state.query} onPick={state.patch} onHide={onHide} />}
        list={(treeButton) => <ResourceList list={list} isMain treeButton={treeButton} />}
      />
      {opened && <AssetDialog row={opened} onClose={() => setOpened(undefined)} />}
    </PageFrame>
  );
}
