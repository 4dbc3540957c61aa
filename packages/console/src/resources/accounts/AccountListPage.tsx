import { useUrlState } from '../../engine/list/useListState.ts';
import { TreeListLayout } from '../../engine/tree/TreeListLayout.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { AssetTreePanel } from '../assets/AssetTreePanel.tsx';
import { TREE_KEYS } from '../assets/assetTree.ts';
import { AccountsPanel } from './AccountsPanel.tsx';

const slots = { scopeKeys: TREE_KEYS };

/** Accounts beside the tree of their assets. */
export function AccountListPage({ name }: ResourcePageProps) {
  const state = useUrlState();
  return (
    <PageFrame fill>
      <TreeListLayout
        tree={(onHide) => (
          <AssetTreePanel
            withAssets
            counts="account"
            query={state.query}
            onPick={state.patch}
            onHide={onHide}
          />
        )}
        list={(treeButton) => (
          <AccountsPanel name={`${name}List`} state={state} slots={slots} isMain treeButton={treeButton} />
        )}
      />
    </PageFrame>
  );
}
