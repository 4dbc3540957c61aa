import { useTranslation } from 'react-i18next';
import { useHttp, usePlatform } from '../../platform/Platform.tsx';
import { TERMINAL_METHOD } from '../connect/connectRules.ts';
import { createToken } from '../connect/permedAsset.ts';
import { useLuna } from '../LunaContext.tsx';
import { isAlive } from './workspace.ts';

/** What a person does with a tab: closing asks while its session lives, connecting again asks where a secret was typed. */
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
  /** False when the person would rather keep them. */
  const closeAll = async (keys: readonly string[]): Promise<boolean> => {
    const tabs = keys.flatMap((key) => workspace.find(key) ?? []);
    const alive = tabs.filter(isAlive);
    if (alive.length > 0 && !(await confirmEnd(alive.length, alive[0]!.target.asset.name))) return false;
    for (const tab of tabs) workspace.close(tab.key);
    return true;
  };
  const reconnect = async (key: string) => {
    const tab = workspace.find(key);
    if (!tab) return;
    const { target } = tab;
    const asset = { assetId: target.asset.id, account: target.alias, tab: key };
    if (target.isTyped) return workbench.connect(asset);
    try {
      const token = await createToken(http, {
        asset: target.asset.id,
        account: target.alias,
        protocol: target.protocol,
        connect_method: TERMINAL_METHOD,
      });
      workspace.reconnect(key, target, token.id);
    } catch (error) {
      notify.error(error);
    }
  };
  return { close: (key: string) => closeAll([key]), closeAll, reconnect };
};
