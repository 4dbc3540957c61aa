import { useTranslation } from 'react-i18next';
import { useHttp, usePlatform } from '../../../platform/Platform.tsx';
import { isReady, tokenRequest, usableAccounts } from '../../connect/connectRules.ts';
import { createToken, loadPermedAsset } from '../../connect/permedAsset.ts';
import { useLuna } from '../../LunaContext.tsx';
import { isAlive, type WorkTab } from '../workspace.ts';

/** What the connect dialog needs to know to connect to a tab's asset again, as the same account. */
export const sameAgain = ({ target }: WorkTab) => ({
  assetId: target.asset.id,
  account: target.alias,
  orgId: target.orgId,
});

/** Keys of the tabs being reconnected; shared, because several components can start that. */
const reconnecting = new Set<string>();

/**
 * Actions of tabs: closing asks first if a session would end, and reconnecting opens the dialog if it needs
 * input or another account.
 */
export const useTabActions = () => {
  const { t } = useTranslation('luna');
  const http = useHttp();
  const { dialogs, notify } = usePlatform();
  const { workspace, workbench } = useLuna();

  const confirmEnd = (count: number, name: string) =>
    dialogs.confirm({
      title: count === 1 ? t('end.title', { name }) : t('end.titleMany', { count }),
      body: t('end.body'),
      okText: count === 1 ? t('end.ok') : t('end.okMany', { count }),
      danger: true,
    });
  /** Closes the tabs; false if the user decides to keep them. */
  const closeAll = async (keys: readonly string[]): Promise<boolean> => {
    const tabs = keys.flatMap((key) => workspace.find(key) ?? []);
    const alive = tabs.filter(isAlive);
    if (alive.length > 0 && !(await confirmEnd(alive.length, alive[0]!.target.asset.name))) return false;
    for (const tab of tabs) workspace.close(tab.key);
    return true;
  };
  const reconnect = async (key: string) => {
    const tab = workspace.find(key);
    if (!tab || reconnecting.has(key)) return;
    const { target } = tab;
    reconnecting.add(key);
    try {
      const asset = await loadPermedAsset(http, target.asset.id, { oid: target.orgId });
      const account = usableAccounts(asset).find(({ alias }) => alias === target.alias);
      const choice = { protocol: target.protocol, alias: target.alias, username: '', secret: '' };
      if (!account || !isReady(account, choice)) return workbench.connect({ ...sameAgain(tab), tab: key });
      const token = await createToken(http, tokenRequest(asset.id, account, choice, ''));
      workspace.reconnect(key, target, token.id);
    } catch (error) {
      notify.error(error);
    } finally {
      reconnecting.delete(key);
    }
  };
  return { close: (key: string) => closeAll([key]), closeAll, reconnect };
};
