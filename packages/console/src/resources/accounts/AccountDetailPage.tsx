import { useState } from 'react';
import { ConnectivityCell, ConnectivityPill } from '../../engine/cells/ConnectivityCell.tsx';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { type Row, textOf } from '../../engine/resource/row.ts';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { Mono } from '../../theme/Mono.tsx';
import { PrivilegeTag } from '../../theme/PrivilegeTag.tsx';
import { AccountAssetCell } from './account/accountCells.tsx';
import { SecretDialog } from './account/SecretDialog.tsx';
import { useQuickActions } from './account/useQuickActions.tsx';

/** One account: facts, switches, secret, activity. */
export function AccountDetailPage(props: ResourcePageProps) {
  const can = useCan();
  const [secretOf, setSecretOf] = useState<Row>();
  const quickActions = useQuickActions(setSecretOf);
  const slots: DetailSlots = {
    exclude: [
      'template',
      'privileged',
      'secret',
      'passphrase',
      'spec_info',
      'params',
      'is_active',
      'org_name',
    ],
    cells: { asset: AccountAssetCell, connectivity: ConnectivityCell },
    status: (row) => (
      <>
        <ConnectivityPill value={row.connectivity} />
        {row.privileged ? <PrivilegeTag /> : null}
      </>
    ),
    sub: (row) => (
      <>
        <Mono>{String(row.username ?? '')}</Mono> · {textOf(row.asset)}
      </>
    ),
    quickActions,
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
