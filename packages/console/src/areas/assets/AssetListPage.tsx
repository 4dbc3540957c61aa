import { assetList } from '@gatehouse/contract/layouts/assets/asset.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Action } from '../../engine/action/Action.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceList } from '../../engine/list/ResourceList.tsx';
import { useListController } from '../../engine/list/useListController.ts';
import { useUrlState } from '../../engine/list/useListState.ts';
import { TreeListLayout } from '../../engine/tree/TreeListLayout.tsx';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { TabLine } from '../../platform/page/TabLine.tsx';
import { part } from '../../platform/part/part.ts';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCategories } from '../../platform/session/useCategories.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { AssetTreePanel } from '../../resources/assets/AssetTreePanel.tsx';
import type { Asset } from '../../resources/assets/asset/Asset.ts';
import { assetColumns, assetRowIcon } from '../../resources/assets/asset/assetColumns.tsx';
import { useAssetActions } from '../../resources/assets/asset/useAssetActions.tsx';
import { useConnect } from '../../resources/assets/asset/useConnect.tsx';
import { ASSETS_URL, treeQuery } from '../../resources/assets/assetTree.ts';
import { baseOf, categories, isCategory } from '../../resources/assets/categories.ts';
import { useNodeMenu } from '../../resources/assets/node/useNodeMenu.tsx';
import type { Platform } from '../../resources/assets/platform/Platform.ts';
import { useCategoryCounts } from './useCategoryCounts.ts';

const PlatformPicker = part(() =>
  import('../../resources/assets/asset/PlatformPicker.tsx').then((m) => m.PlatformPicker),
);

/** Categories whose batch update does not offer the zone. */
const WITHOUT_DOMAIN = ['device', 'cloud', 'web'];

const useSlots = (tab: string, openPicker: () => void): ListSlots<typeof asset> => {
  const { t } = useTranslation('resources');
  const notify = useNotify();
  const can = useCan();
  const { isRoot } = useSession();
  const { rowActions, moreActions } = useAssetActions();
  return {
    columns: assetColumns,
    mode: assetList,
    icon: assetRowIcon,
    rowTone: (row) => (row.is_active ? undefined : 'off'),
    createActions: (usual) => [
      { ...usual, has: true, can: can('assets.add_asset') && !isRoot, to: undefined, onRun: openPicker },
    ],
    rowActions,
    moreActions,
    batchDisabled: WITHOUT_DOMAIN.includes(tab) ? ['domain'] : [],
    emptyText: t('asset.emptyText'),
    ...(tab === 'all' && { onImport: () => void notify.warning(t('asset.importInCategory')) }),
  };
};

/** Assets by category, beside the tree of their nodes. */
export function AssetListPage({ name }: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const state = useUrlState();
  const navigate = useNavigate();
  const routes = useRouteNames();
  const { data: known = [] } = useCategories();
  const counts = useCategoryCounts();
  const [isPicking, setPicking] = useState(false);
  const activeTab = state.query.activeTab?.toLowerCase() ?? '';
  const tab = isCategory(activeTab) ? activeTab : 'all';
  const url = isCategory(tab) ? categories[tab].url : ASSETS_URL;
  const slots = useSlots(tab, () => setPicking(true));
  const list = useListController({ name: `${name}List_${tab}`, url, state, slots });
  const connect = useConnect(list.rows.map(({ id }) => id));
  const connecting = {
    ...list,
    slots: {
      ...list.slots,
      rowActions: (row: Asset, usual: Action[]) => [
        { ...connect(row), isIcon: true },
        ...(slots.rowActions?.(row, usual, list) ?? usual),
      ],
    },
  };
  const menu = useNodeMenu({
    onAssetsChanged: list.refetch,
    onCurrentOnly: (line) => state.patch(treeQuery(line.node, false)),
  });
  const pick = (platform: Platform) => {
    const category = platform.category.value;
    const query = {
      platform: String(platform.id),
      type: platform.type.value,
      category,
      node: state.query.node_id,
    };
    const path = routes.path(`${baseOf(category)}Create`, {}, query);
    setPicking(false);
    if (path) void navigate(path);
  };
  const tabs = [
    { key: 'all', label: t('asset.all'), count: counts.all },
    ...known.map(({ value, label }) => ({ key: value, label, count: counts[value] })),
  ];
  return (
    <PageFrame
      fill
      tabs={<TabLine bare tabs={tabs} active={tab} onPick={(key) => state.patch({ activeTab: key })} />}
    >
      <TreeListLayout
        tree={(onHide) => (
          <AssetTreePanel query={state.query} onPick={state.patch} onHide={onHide} extras={menu.extras} />
        )}
        list={(treeButton) => <ResourceList list={connecting} routes={name} isMain treeButton={treeButton} />}
      />
      {menu.overlay}
      {isPicking && (
        <Suspense fallback={null}>
          <PlatformPicker
            category={tab === 'all' ? undefined : tab}
            onClose={() => setPicking(false)}
            onPick={pick}
          />
        </Suspense>
      )}
    </PageFrame>
  );
}
