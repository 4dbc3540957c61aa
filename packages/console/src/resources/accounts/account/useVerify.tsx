import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import { useTranslation } from 'react-i18next';
import { useTask } from '../../../engine/detail/useTask.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { ACCOUNTS_URL } from '../accountsUrl.ts';
import type { Account } from './Account.ts';

type Row = Pick<Account, 'id' | 'asset'>;

const isOn = ({ asset: { auto_config: config } }: Row): boolean =>
  !config || Boolean(config.ansible_enabled && config.verify_account_enabled);

/** Starts the verification of accounts, in the background; it has a log. */
export const useVerify = () => {
  const { t } = useTranslation('resources');
  const { isRoot } = useSession();
  const start = useTask();
  const allowed = useCan()('accounts.verify_account') && !isRoot;
  const verify = async (what: { accounts?: string[]; assets?: string[] }) =>
    void (await start(`${ACCOUNTS_URL}tasks/`, { action: 'verify', ...what }));
  const common = { name: 'verify', title: t('account.verify') };
  return {
    /** One account. */
    ofOne: (row: Row) => ({
      ...common,
      icon: <SafetyCertificateOutlined />,
      can: allowed && isOn(row),
      reason: allowed ? t('asset.platformOff') : t('noPermission'),
      onRun: () => verify({ accounts: [row.id] }),
    }),
    /** The chosen accounts; those whose platform does not do this are skipped. */
    ofMany: (rows: readonly Row[]) => ({
      ...common,
      can: allowed && rows.length > 0,
      reason: rows.length === 0 ? t('chooseRows') : t('noPermission'),
      onRun: () => verify({ accounts: rows.map(({ id }) => id) }),
    }),
    /** All accounts of an asset. */
    ofAsset: (asset: string) => ({
      name: 'verify',
      title: t('account.verifyAll'),
      icon: <SafetyCertificateOutlined />,
      can: allowed,
      reason: t('noPermission'),
      onRun: () => verify({ assets: [asset] }),
    }),
  };
};
