import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';

/** The accounts a user may use on an asset, with those usernames that differ from the name. */
export function PermedAccounts({ user, asset }: { user: string; asset: string }) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const { data, isPending } = useQuery({
    queryKey: ['permedAccounts', user, asset],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/perms/users/:user/assets/:asset/', { params: { user, asset }, signal }),
    staleTime: 30_000,
  });
  if (isPending) return <SkeletonRows rows={3} columns={1} height={26} />;
  const accounts = data?.permed_accounts ?? [];
  if (accounts.length === 0) return <span className="t3">{t('account.nonePermed')}</span>;
  return (
    <ul className="md" style={{ minWidth: 180 }}>
      {accounts.map(({ id, name, username }) => (
        <li key={id}>
          {name}
          {username && username !== name && <span className="mono t3"> {username}</span>}
        </li>
      ))}
    </ul>
  );
}
