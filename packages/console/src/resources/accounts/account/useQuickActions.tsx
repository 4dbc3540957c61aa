import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import PoweroffOutlined from '@ant-design/icons/PoweroffOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import ThunderboltOutlined from '@ant-design/icons/ThunderboltOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { useTranslation } from 'react-i18next';
import type { QuickAction } from '../../../engine/detail/QuickActions.tsx';
import type { DetailController } from '../../../engine/detail/useResourceDetail.ts';
import { useTask } from '../../../engine/detail/useTask.ts';
import { type Row, rawOf } from '../../../engine/resource/row.ts';
import { RemoteSelect } from '../../../engine/select/RemoteSelect.tsx';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { serverCan } from '../../serverWork.ts';
import { ACCOUNTS_URL } from '../accountsUrl.ts';
import { useClearSecret } from './useAccountActions.tsx';

const autoOf = (row: Row): Record<string, unknown> =>
  ((row.asset as Row | null)?.auto_config ?? {}) as Record<string, unknown>;

/** What the account is: usable, privileged. */
const useSwitches = () => {
  const { t } = useTranslation('resources');
  const possible = { can: useCan()('accounts.change_account'), reason: t('noPermission') };
  return ({ row, patch }: DetailController): QuickAction[] => [
    {
      name: 'active',
      title: t('account.active'),
      icon: <PoweroffOutlined />,
      isOn: Boolean(row.is_active),
      ...possible,
      onRun: (is_active) => patch({ is_active, name: row.name }),
    },
    {
      name: 'privileged',
      title: t('account.privileged'),
      icon: <KeyOutlined />,
      isOn: Boolean(row.privileged),
      ...possible,
      onRun: (privileged) => patch({ privileged, name: row.name }),
    },
  ];
};

/** What is done with the account on its machine. */
const useMachineWork = () => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const task = useTask();
  return ({ row }: DetailController): QuickAction[] => {
    const auto = autoOf(row);
    const run = (action: 'verify' | 'push') => () =>
      void task(`${ACCOUNTS_URL}tasks/`, { action, accounts: [row.id] });
    const isPingable = Boolean(auto.ansible_enabled) && Boolean(auto.ping_enabled);
    return [
      {
        name: 'test',
        has: serverCan('verifyAccount'),
        title: t('account.test'),
        icon: <ThunderboltOutlined />,
        can: can('accounts.verify_account') && !isRoot && isPingable,
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
    ];
  };
};

/** Looking at the secret, and taking it away. */
const useSecretActions = (openSecret: (row: Row) => void) => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const clear = useClearSecret();
  const reason = t('noPermission');
  return ({ row, refetch }: DetailController): QuickAction[] => [
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
      can: can('accounts.change_account'),
      reason,
      onRun: async () => void ((await clear([row])) && refetch()),
    },
  ];
};

/** The account somebody signs in as before switching to this one. */
function SuFromSelect({ detail }: { detail: DetailController }) {
  const { t } = useTranslation('resources');
  const { row, patch } = detail;
  const suFrom = rawOf(row.su_from) as Row['id'] | null;
  return (
    <div style={{ width: 150 }}>
      <RemoteSelect
        aria-label={t('account.suFrom')}
        url={`${ACCOUNTS_URL}su-from-accounts/?account=${row.id}`}
        multiple={false}
        clearable
        value={suFrom ? [suFrom] : []}
        onChange={([next]) => void patch({ su_from: next ?? null, name: row.name }).catch(() => undefined)}
      />
    </div>
  );
}

/** The switches and buttons beside the facts of an account. */
export const useQuickActions = (openSecret: (row: Row) => void) => {
  const { t } = useTranslation('resources');
  const mayChange = useCan()('accounts.change_account');
  const switches = useSwitches();
  const machineWork = useMachineWork();
  const secretActions = useSecretActions(openSecret);
  return (detail: DetailController): QuickAction[] => [
    ...switches(detail),
    ...machineWork(detail),
    ...secretActions(detail),
    {
      name: 'suFrom',
      title: t('account.suFrom'),
      icon: <SwapOutlined />,
      has: mayChange && Boolean(autoOf(detail.row).su_enabled),
      control: <SuFromSelect detail={detail} />,
    },
  ];
};
