import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import type { ListController } from '../../../engine/list/ListSlots.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import type { Account } from './Account.ts';
import { accountTitle } from './accountCells.tsx';
import { usePush } from './usePush.ts';
import { useVerify } from './useVerify.tsx';

/** Dialogs that account menus open. */
export type AccountDialogs = {
  edit: (row: Account) => void;
  secret: (row: Account) => void;
  batchUpdate: () => void;
};

/** An account whose secret is to be cleared. */
type Cleared = Pick<Account, 'id' | 'name'> & Partial<Pick<Account, 'asset'>>;

/** Clears the secrets of accounts, after confirmation. */
export const useClearSecret = () => {
  const { t } = useTranslation('resources');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const notify = useNotify();
  const confirm = useConfirm();
  return async (rows: readonly Cleared[]): Promise<boolean> => {
    const agreed = await confirm({
      title: t('account.clearTitle', { count: rows.length }),
      body: t('account.clearBody'),
      names: rows.map(accountTitle),
      okText: t('account.clear'),
      danger: true,
      focusCancel: rows.length > 1,
    });
    if (!agreed) return false;
    const ids = rows.map(({ id }) => id);
    const whatFailed = common('failed.clear');
    await http.call('PATCH /api/v1/accounts/accounts/clear-secret/', {
      body: { account_ids: ids },
      whatFailed,
    });
    notify.success(t('account.cleared', { count: rows.length }));
    return true;
  };
};

/** Actions of one account. */
const useRowActions = (dialogs: AccountDialogs) => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const clear = useClearSecret();
  const verify = useVerify();
  const push = usePush();
  const mayChange = can('accounts.change_account');
  const noRight = { reason: t('noPermission') };

  return (row: Account, usual: Action[], list: ListController<typeof account>): Action[] => [
    ...usual.filter(({ name }) => name === 'delete'),
    {
      name: 'update',
      title: t('action.update'),
      order: 10,
      can: mayChange && !isRoot,
      ...noRight,
      onRun: () => dialogs.edit(row),
    },
    {
      name: 'secret',
      title: t('account.viewSecret'),
      order: 12,
      can: can('accounts.view_accountsecret'),
      ...noRight,
      onRun: () => dialogs.secret(row),
    },
    {
      name: 'clear',
      title: t('account.clear'),
      order: 14,
      can: mayChange,
      ...noRight,
      onRun: async () => {
        if (await clear([row])) list.refetch();
      },
    },
    { ...verify.ofOne(row), icon: undefined, order: 16 },
    { ...push.ofOne(row), order: 17 },
  ];
};

/** Actions of the selected accounts. */
const useMoreActions = (dialogs: AccountDialogs) => {
  const { t } = useTranslation('resources');
  const { isRoot } = useSession();
  const clear = useClearSecret();
  const verify = useVerify();
  const push = usePush();
  const mayChange = useCan()('accounts.change_account');

  return (usual: Action[], list: ListController<typeof account>): Action[] => {
    const { rows } = list.selection;
    const types = new Set(rows.map((row) => row.secret_type.value));
    const none = rows.length === 0;
    return [
      { ...verify.ofMany(rows), order: 10 },
      { ...push.ofMany(rows), order: 15 },
      {
        name: 'clear',
        title: t('account.clear'),
        order: 20,
        can: !none && mayChange,
        reason: none ? t('chooseRows') : t('noPermission'),
        onRun: async () => {
          if (!(await clear(rows))) return;
          list.selection.clear();
          list.refetch();
        },
      },
      {
        name: 'batchUpdate',
        title: t('account.updateMany'),
        order: 30,
        can: !none && mayChange && !isRoot && types.size === 1,
        reason: none ? t('chooseRows') : t('account.oneType'),
        onRun: dialogs.batchUpdate,
      },
      ...usual.filter(({ name }) => name === 'batchDelete'),
    ];
  };
};

/** Actions of one or many accounts. */
export const useAccountActions = (dialogs: AccountDialogs) => ({
  rowActions: useRowActions(dialogs),
  moreActions: useMoreActions(dialogs),
});
