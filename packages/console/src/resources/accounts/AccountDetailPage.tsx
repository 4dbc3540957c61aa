import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import PoweroffOutlined from '@ant-design/icons/PoweroffOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import ThunderboltOutlined from '@ant-design/icons/ThunderboltOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectivityCell, ConnectivityPill } from '../../engine/cells/ConnectivityCell.tsx';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { QuickAction } from '../../engine/detail/QuickActions.tsx';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { useTask } from '../../engine/detail/useTask.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { type Row, rawOf, textOf } from '../../engine/resource/row.ts';
import { RemoteSelect } from '../../engine/select/RemoteSelect.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { Mono } from '../../theme/Mono.tsx';
import { PrivilegeTag } from '../../theme/PrivilegeTag.tsx';
import { serverCan } from '../serverWork.ts';
import { AccountAssetCell } from './account/accountCells.tsx';
import { SecretDialog } from './account/SecretDialog.tsx';
import { useClearSecret } from './account/useAccountActions.tsx';
import { ACCOUNTS_URL } from './accountsUrl.ts';

const autoOf = (row: Row): Record<string, unknown> =>
  ((row.asset as Row | null)?.auto_config ?? {}) as Record<string, unknown>;

const useQuickActions = (openSecret: (row: Row) => void) => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const task = useTask();
  const clear = useClearSecret();
  const mayChange = can('accounts.change_account');
  const reason = t('noPermission');
  return (detail: DetailController): QuickAction[] => {
    const { row, patch } = detail;
    const auto = autoOf(row);
    const run = (action: 'verify' | 'push') => () =>
      void task(`${ACCOUNTS_URL}tasks/`, { action, accounts: [row.id] });
    const suFrom = rawOf(row.su_from) as Row['id'] | null;
    return [
      {
        name: 'active',
        title: t('account.active'),
        icon: <PoweroffOutlined />,
        isOn: Boolean(row.is_active),
        can: mayChange,
        reason,
        onRun: (is_active) => patch({ is_active, name: row.name }),
      },
      {
        name: 'privileged',
        title: t('account.privileged'),
        icon: <KeyOutlined />,
        isOn: Boolean(row.privileged),
        can: mayChange,
        reason,
        onRun: (privileged) => patch({ privileged, name: row.name }),
      },
      {
        name: 'test',
        has: serverCan('verifyAccount'),
        title: t('account.test'),
        icon: <ThunderboltOutlined />,
        can:
          can('accounts.verify_account') &&
          !isRoot &&
          Boolean(auto.ansible_enabled) &&
          Boolean(auto.ping_enabled),
        reason: t('account.testOff'),
        onRun: run('verify'),
      },
      {
        name: 'push',
        has: serverCan('pushAccount'),
        title: t('account.push'),
        icon: <UploadOutlined />,
        can: can('accounts.push_account') && !isRoot && Boolean(auto.push_account_enabled),
        reason: t('account.pushOff'),
        onRun: run('push'),
      },
      {
        name: 'secret',
        title: t('account.viewSecret'),
        icon: <EyeOutlined />,
        button: t('account.show'),
        can: can('accounts.view_accountsecret'),
        reason,
        onRun: () => openSecret(row),
      },
      {
        name: 'clear',
        title: t('account.clear'),
        icon: <DeleteOutlined />,
        button: t('account.clearShort'),
        danger: true,
        can: mayChange,
        reason,
        onRun: async () => void ((await clear([row])) && detail.refetch()),
      },
      {
        name: 'suFrom',
        title: t('account.suFrom'),
        icon: <SwapOutlined />,
        has: mayChange && Boolean(auto.su_enabled),
        control: (
          <div style={{ width: 150 }}>
            <RemoteSelect
              aria-label={t('account.suFrom')}
              url={`${ACCOUNTS_URL}su-from-accounts/?account=${row.id}`}
              multiple={false}
              clearable
              value={suFrom ? [suFrom] : []}
              onChange={([next]) =>
                void patch({ su_from: next ?? null, name: row.name }).catch(() => undefined)
              }
            />
          </div>
        ),
      },
    ];
  };
};

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
