import { accountList } from '@gatehouse/contract/layouts/accounts/account.ts';
import { useTranslation } from 'react-i18next';
import { useUrlState } from '../../engine/list/useListState.ts';
import { TreeListLayout } from '../../engine/tree/TreeListLayout.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { TabLine } from '../../platform/page/TabLine.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { VirtualAccounts } from '../../resources/accounts/virtualaccount/VirtualAccounts.tsx';
import { AssetTreePanel } from '../../resources/assets/AssetTreePanel.tsx';
import { AccountsPanel } from './AccountsPanel.tsx';

/** Accounts beside the tree of their assets, and virtual accounts. */
export function AccountListPage({ name }: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const state = useUrlState();
  const seesVirtual = can('accounts.view_virtualaccount');
  const isVirtual = seesVirtual && state.query.activeTab?.toLowerCase() === 'virtualaccountlist';
  const tabs = [
    { key: 'AccountList', label: t('account.tabGeneral') },
    { key: 'VirtualAccountList', label: t('account.tabVirtual') },
  ];
  return (
    <PageFrame
      fill
      tabs={
        seesVirtual && (
          <TabLine
            bare
            tabs={tabs}
            active={isVirtual ? 'VirtualAccountList' : 'AccountList'}
            onPick={(activeTab) => state.patch({ activeTab })}
          />
        )
      }
    >
      {isVirtual ? (
        <VirtualAccounts state={state} />
      ) : (
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
            <AccountsPanel
              name={`${name}List`}
              state={state}
              mode={accountList}
              isMain
              treeButton={treeButton}
            />
          )}
        />
      )}
    </PageFrame>
  );
}
