import KeyOutlined from '@ant-design/icons-svg/es/asn/KeyOutlined';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAbsolute, parseTime } from '../../platform/time/time.ts';
import controls from '../../replay/dark/controls.module.css';
import { Icon } from '../../replay/dark/Icon.tsx';
import styles from './connect.module.css';
import { isPrivileged, needsOf, withheldOf } from './connectRules.ts';
import type { PermedAccount } from './permedAsset.ts';

const MOST_RADIOS = 4;
const VIRTUAL = ['@INPUT', '@USER', '@ANON'];

/** Display name of an account. */
export const useAccountName = () => {
  const { t } = useTranslation('luna');
  return (account: PermedAccount): string =>
    VIRTUAL.includes(account.alias) ? t(`account.${account.alias.slice(1)}`) : account.name;
};

/** Says who has a withheld account, and until when. */
const useWithheldText = () => {
  const { t } = useTranslation('luna');
  return ({ checkout }: PermedAccount): string => {
    const { withheld, holder = '', date_expired } = checkout ?? {};
    const until = parseTime(date_expired);
    if (withheld === 'checked_out' && until)
      return t('account.withheld.checked_out', { holder, until: formatAbsolute(until) });
    return withheld ? t(`account.withheld.${withheld === 'checked_out' ? 'changing' : withheld}`) : '';
  };
};

type Props = { accounts: PermedAccount[]; value: string; onChange: (alias: string) => void };

/** Choice of the account. */
export function AccountChoice({ accounts, value, onChange }: Props) {
  const { t } = useTranslation('luna');
  const nameOf = useAccountName();
  const id = useId();
  const withheldText = useWithheldText();
  const detail = (account: PermedAccount) => {
    if (withheldOf(account)) return withheldText(account);
    const needs = needsOf(account);
    if (needs.username) return t('account.typedBoth');
    return needs.secret ? t('account.typedSecret') : t('account.saved');
  };
  const userOf = (account: PermedAccount) =>
    account.username && !account.username.startsWith('@') && account.username !== account.name
      ? account.username
      : '';
  if (accounts.length > MOST_RADIOS)
    return (
      <div className={controls.field}>
        <label htmlFor={id}>{t('connect.account')}</label>
        <select
          id={id}
          className={controls.select}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {accounts.map((account) => (
            <option key={account.alias} value={account.alias} disabled={withheldOf(account) !== undefined}>
              {[
                nameOf(account),
                userOf(account),
                isPrivileged(account) && t('account.privileged'),
                detail(account),
              ]
                .filter(Boolean)
                .join(' · ')}
            </option>
          ))}
        </select>
      </div>
    );
  return (
    <fieldset className={styles.group}>
      <legend className={controls.legend}>{t('connect.account')}</legend>
      <div className={styles.accounts}>
        {accounts.map((account) => (
          <label
            key={account.alias}
            className={styles.account}
            data-withheld={withheldOf(account) !== undefined || undefined}
          >
            <input
              type="radio"
              name={id}
              checked={account.alias === value}
              disabled={withheldOf(account) !== undefined}
              onChange={() => onChange(account.alias)}
            />
            <span className={styles.accountName}>
              {isPrivileged(account) && (
                <span className={styles.privileged} title={t('account.privileged')}>
                  <Icon of={KeyOutlined} size={12} />
                  <span className="visually-hidden">{t('account.privileged')}</span>
                </span>
              )}
              {nameOf(account)} <span className="mono t3">{userOf(account)}</span>
            </span>
            <span className={styles.accountDetail}>{detail(account)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
