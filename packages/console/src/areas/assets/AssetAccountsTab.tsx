import SnippetsOutlined from '@ant-design/icons/SnippetsOutlined';
import { accountsOfAsset } from '@gatehouse/contract/layouts/accounts/account.ts';
import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../../engine/detail/Detail.module.css';
import { QuickActions } from '../../engine/detail/QuickActions.tsx';
import { useMemoryState } from '../../engine/list/useListState.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { useVerify } from '../../resources/accounts/account/useVerify.tsx';
import { ACCOUNTS_URL } from '../../resources/accounts/accountsUrl.ts';
import { TemplatePicker } from '../../resources/accounts/accounttemplate/TemplatePicker.tsx';
import type { Asset } from '../../resources/assets/asset/Asset.ts';
import { AccountsPanel } from '../accounts/AccountsPanel.tsx';

/** Accounts of one asset. */
export function AssetAccountsTab({ asset }: { asset: Pick<Asset, 'id' | 'type'> }) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const http = useHttp();
  const verify = useVerify();
  const notify = useNotify();
  const state = useMemoryState();
  const [isPicking, setPicking] = useState(false);
  const [round, setRound] = useState(0);
  const addTemplates = async (templates: readonly { id: string }[]) => {
    setPicking(false);
    const body = templates.map(({ id }) => ({ template: id, asset: asset.id }));
    try {
      await http.createMany<typeof account>(ACCOUNTS_URL, body);
      notify.success(t('account.addedFromTemplates', { count: templates.length }));
    } catch {
      // The request layer has reported the error.
    }
    setRound(round + 1);
  };
  return (
    <div className={styles.columns}>
      <AccountsPanel
        key={round}
        name="AssetAccounts"
        state={state}
        url={`${ACCOUNTS_URL}?asset=${asset.id}`}
        asset={asset}
        mode={accountsOfAsset}
      />
      <QuickActions
        actions={[
          {
            name: 'template',
            title: t('account.addFromTemplate'),
            icon: <SnippetsOutlined />,
            button: t('action.add'),
            has: can('accounts.view_accounttemplate'),
            can: can('accounts.add_account') && !isRoot,
            reason: t('noPermission'),
            onRun: () => setPicking(true),
          },
          { ...verify.ofAsset(asset.id), button: t('account.verifyButton') },
        ]}
      />
      {isPicking && (
        <TemplatePicker onClose={() => setPicking(false)} onConfirm={(rows) => void addTemplates(rows)} />
      )}
    </div>
  );
}
