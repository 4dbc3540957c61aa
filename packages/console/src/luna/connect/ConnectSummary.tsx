import { Trans, useTranslation } from 'react-i18next';
import { useAccountName } from './AccountChoice.tsx';
import styles from './connect.module.css';
import { type Choice, shownUsername } from './connectRules.ts';
import type { PermedAccount, PermedAsset } from './permedAsset.ts';

type Props = {
  asset: PermedAsset;
  account: PermedAccount;
  choice: Choice;
  protocols: { name: string; port: number | null }[];
};

/** Sums up username, address and protocol before connecting. */
export function ConnectSummary({ asset, account, choice, protocols }: Props) {
  const { t } = useTranslation('luna');
  const nameOf = useAccountName();
  const port = protocols.find((protocol) => protocol.name === choice.protocol)?.port;
  // A username that the user has yet to type is shown as "…", not as the name of the virtual account.
  const username = shownUsername(account, choice) || (account.alias === '@INPUT' ? '…' : nameOf(account));
  const where = `${asset.address}${port ? `:${port}` : ''}`;
  return (
    <p className={styles.summary}>
      <Trans
        t={t}
        i18nKey="connect.summary"
        values={{ username, where, protocol: choice.protocol }}
        components={{ fact: <span className="mono" /> }}
      />
    </p>
  );
}
