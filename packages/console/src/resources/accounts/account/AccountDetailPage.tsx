import { accountDetail } from '@gatehouse/contract/layouts/accounts/account.ts';
import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { useState } from 'react';
import { ConnectivityCell, ConnectivityPill } from '../../../engine/cells/ConnectivityCell.tsx';
import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useCan } from '../../../platform/session/useSession.ts';
import { PrivilegeTag } from '../../../theme/tag/PrivilegeTag.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import type { Account } from './Account.ts';
import { AccountAssetCell } from './accountCells.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { useQuickActions } from './useQuickActions.tsx';

type Slots = DetailSlots<typeof account>;

/** One account with its switches and its secret, and what a page adds to them. */
export function AccountDetailPage({ tabs, ...props }: ResourcePageProps & Pick<Slots, 'tabs'>) {
  const can = useCan();
  const [secretOf, setSecretOf] = useState<Account>();
  const quickActions = useQuickActions(setSecretOf);
  const slots: Slots = {
    layout: accountDetail,
    cells: { asset: AccountAssetCell, connectivity: ConnectivityCell },
    status: (row) => (
      <>
        <ConnectivityPill value={row.connectivity} />
        {row.privileged ? <PrivilegeTag /> : null}
      </>
    ),
    sub: (row) => (
      <>
        <Mono>{row.username}</Mono> · {row.asset.name}
      </>
    ),
    quickActions,
    ...(tabs && { tabs }),
  };
  return (
    <>
      <ResourceDetailPage {...props} slots={slots} />
      {secretOf && (
        <SecretDialog
          account={secretOf}
          canEdit={can('accounts.change_account')}
          onClose={() => setSecretOf(undefined)}
        />
      )}
    </>
  );
}
