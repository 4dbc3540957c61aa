import { useTranslation } from 'react-i18next';
import { useTask } from '../../../engine/detail/useTask.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { ACCOUNTS_URL } from '../accountsUrl.ts';
import type { Account } from './Account.ts';

const isOn = ({ asset: { auto_config: config } }: Pick<Account, 'asset'>): boolean =>
  Boolean(config?.ansible_enabled && config.push_account_enabled);

type Row = Pick<Account, 'id' | 'asset' | 'username' | 'privileged' | 'secret_type'> &
  Partial<Pick<Account, 'has_secret'>>;

/** The server leaves alone what rules over a machine, and has nothing to push without a secret of these kinds. */
const isPushed = ({ username, privileged, secret_type, has_secret }: Row): boolean =>
  !privileged &&
  !['root', 'administrator'].includes(username.toLowerCase()) &&
  ['password', 'ssh_key'].includes(secret_type.value) &&
  has_secret !== false;

/** Pushes accounts to their machines with the secrets that they have, in the background; it has a log. */
export const usePush = () => {
  const { t } = useTranslation('resources');
  const { isRoot } = useSession();
  const start = useTask();
  const allowed = useCan()('accounts.push_account') && !isRoot;
  const push = async (accounts: string[]) =>
    void (await start(`${ACCOUNTS_URL}tasks/`, { action: 'push', accounts }, t('account.pushing')));
  return {
    ofOne: (row: Row) => ({
      ...{ name: 'push', title: t('account.push') },
      can: allowed && isOn(row) && isPushed(row),
      reason: !allowed ? t('noPermission') : isOn(row) ? t('account.notPushed') : t('asset.platformOff'),
      onRun: () => push([row.id]),
    }),
    /** The chosen accounts; those whose platform does not do this are skipped. */
    ofMany: (rows: readonly Row[]) => ({
      ...{ name: 'push', title: t('account.pushMany') },
      can: allowed && rows.some(isPushed),
      reason: rows.length === 0 ? t('chooseRows') : allowed ? t('account.notPushed') : t('noPermission'),
      onRun: () => push(rows.map(({ id }) => id)),
    }),
  };
};
