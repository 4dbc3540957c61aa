import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { type OwnAccount, ownAccounts } from '../checkouts/ownAccounts.ts';

const stateOf = ({ withheld, is_own }: NonNullable<OwnAccount['checkout']>) =>
  withheld ?? (is_own ? ('yours' as const) : undefined);

/**
 * The accounts a user may use on an asset, with those usernames that differ from the name, and who has those that are
 * checked out. With `onCheckOut` they can be checked out.
 */
export function PermedAccounts({
  user,
  asset,
  onCheckOut,
}: {
  user: string;
  asset: string;
  onCheckOut?: (account: string) => void;
}) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const { data: accounts = [], isPending } = useQuery(ownAccounts(asset, http, user));
  if (isPending) return <SkeletonRows rows={3} columns={1} height={26} />;
  if (accounts.length === 0) return <span className="t3">{t('account.nonePermed')}</span>;
  return (
    <ul className="md" style={{ minWidth: 180 }}>
      {accounts.map(({ id, name, username, checkout }) => {
        const state = checkout ? stateOf(checkout) : undefined;
        return (
          <li key={id}>
            {name}
            {username && username !== name && <span className="mono t3"> {username}</span>}
            {checkout && state && (
              <div className="row sm t3" style={{ justifyContent: 'space-between', gap: 12 }}>
                <span>{t(`account.checkout.${state}`, { holder: checkout.holder })}</span>
                {onCheckOut && (
                  <Button size="small" onClick={() => onCheckOut(id)}>
                    {t(state === 'checkout_needed' ? 'account.checkout.open' : 'account.checkout.details')}
                  </Button>
                )}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
