import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import PoweroffOutlined from '@ant-design/icons/PoweroffOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { useTranslation } from 'react-i18next';
import type { QuickAction } from '../../../engine/detail/QuickActions.tsx';
import type { DetailController } from '../../../engine/detail/useResourceDetail.ts';
import { RemoteSelect } from '../../../engine/select/RemoteSelect.tsx';
import { useCan } from '../../../platform/session/useSession.ts';
import { ACCOUNTS_URL } from '../accountsUrl.ts';
import type { Account } from './Account.ts';
import { useClearSecret } from './useAccountActions.tsx';
import { useVerify } from './useVerify.tsx';

type Detail = DetailController<typeof account>;

/** Account flags: active, privileged. */
const useSwitches = () => {
  const { t } = useTranslation('resources');
  const possible = { can: useCan()('accounts.change_account'), reason: t('noPermission') };
  return ({ row, patch }: Detail): QuickAction[] => [
    {
      name: 'active',
      title: t('account.active'),
      icon: <PoweroffOutlined />,
      isOn: row.is_active,
      ...possible,
      onRun: (is_active) => patch({ is_active, name: row.name }),
    },
    {
      name: 'privileged',
      title: t('account.privileged'),
      icon: <KeyOutlined />,
      isOn: row.privileged,
      ...possible,
      onRun: (privileged) => patch({ privileged, name: row.name }),
    },
  ];
};

/** Viewing and clearing an account's secret. */
const useSecretActions = (openSecret: (row: Account) => void) => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const clear = useClearSecret();
  const reason = t('noPermission');
  return ({ row, refetch }: Detail): QuickAction[] => [
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

/** Chooses the account to connect as first, before switching to this one. */
function SuFromSelect({ detail }: { detail: Detail }) {
  const { t } = useTranslation('resources');
  const { row, patch } = detail;
  return (
    <div style={{ width: 150 }}>
      <RemoteSelect
        aria-label={t('account.suFrom')}
        url={`${ACCOUNTS_URL}su-from-accounts/?account=${row.id}`}
        multiple={false}
        clearable
        value={row.su_from ? [row.su_from.id] : []}
        onChange={([next]) => void patch({ su_from: next ?? null, name: row.name }).catch(() => undefined)}
      />
    </div>
  );
}

/** Switches, buttons and the choice of the account to switch from, beside an account's facts. */
export const useQuickActions = (openSecret: (row: Account) => void) => {
  const { t } = useTranslation('resources');
  const mayChange = useCan()('accounts.change_account');
  const switches = useSwitches();
  const secretActions = useSecretActions(openSecret);
  const verify = useVerify();
  return (detail: Detail): QuickAction[] => [
    ...switches(detail),
    { ...verify.ofOne(detail.row), button: t('account.verifyButton') },
    ...secretActions(detail),
    {
      name: 'suFrom',
      title: t('account.suFrom'),
      icon: <SwapOutlined />,
      has: mayChange && Boolean(detail.row.asset.auto_config?.su_enabled),
      control: <SuFromSelect detail={detail} />,
    },
  ];
};
