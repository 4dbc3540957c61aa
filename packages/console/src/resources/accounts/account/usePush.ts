import { useTranslation } from 'react-i18next';
import { useTask } from '../../../engine/detail/useTask.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { ACCOUNTS_URL } from '../accountsUrl.ts';
import type { Account } from './Account.ts';

const isOn = ({ asset: { auto_config: config } }: Pick<Account, 'asset'>): boolean =>
  Boolean(config?.ansible_enabled && config.push_account_enabled);

/** Pushes accounts to their machines with the secrets that they have, in the background; it has a log. */
export const usePush = () => {
  const { t } = useTranslation('resources');
  const { isRoot } = useSession();
  const start = useTask();
  const allowed = useCan()('accounts.push_account') && !isRoot;
  const push = async (accounts: string[]) =>
    void (await start(`${ACCOUNTS_URL}tasks/`, { action: 'push', accounts }, t('account.pushing')));
  return {
    ofOne: (row: Pick<Account, 'id' | 'asset'>) => ({
      ...{ name: 'push', title: t('account.push') },
      can: allowed && isOn(row),
      reason: allowed ? t('asset.platformOff') : t('noPermission'),
      onRun: () => push([row.id]),
    }),
    /** The chosen accounts; those whose platform does not do this are skipped. */
    ofMany: (rows: readonly Pick<Account, 'id'>[]) => ({
      ...{ name: 'push', title: t('account.pushMany') },
      can: allowed && rows.length > 0,
      reason: rows.length === 0 ? t('chooseRows') : t('noPermission'),
      onRun: () => push(rows.map(({ id }) => id)),
    }),
  };
};
