import MailOutlined from '@ant-design/icons/MailOutlined';
import { userList } from '@gatehouse/contract/layouts/users/user.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import { useSelectionToken } from '../../../engine/list/actions/useSelectionToken.ts';
import type { ListController, ListSlots } from '../../../engine/list/ListSlots.ts';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import { abilityOf, refusalOf } from '../../../engine/resource/abilities.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { InviteDialog } from './InviteDialog.tsx';
import type { User } from './User.ts';
import { userColumns } from './userColumns.tsx';
import { USERS_URL } from './usersUrl.ts';

/** Removes users from the organization without deleting them. */
const useRemove = () => {
  const { t } = useTranslation('resources');
  const { t: common } = useTranslation('common');
  const http = useHttp();
  const notify = useNotify();
  const confirm = useConfirm();
  const tokenOf = useSelectionToken();
  return async (rows: readonly User[]): Promise<boolean> => {
    const agreed = await confirm({
      title: t('user.removeTitle', { count: rows.length }),
      body: t('user.removeBody'),
      names: rows.map(({ name }) => name),
      okText: t('user.remove'),
      danger: true,
      focusCancel: rows.length > 1,
    });
    if (!agreed) return false;
    const [only] = rows;
    if (rows.length === 1 && only) {
      await http.call('POST /api/v1/users/users/:id/remove/', { params: { id: only.id } });
    } else {
      const spm = await tokenOf(rows.map(({ id }) => id));
      const whatFailed = common('failed.remove');
      await http.call('POST /api/v1/users/users/remove/', { query: { spm }, whatFailed });
    }
    notify.success(t('user.removed', { count: rows.length }));
    return true;
  };
};

/**
 * Whether the organization may be one of several, which users join and leave without being created or
 * deleted.
 */
const useIsOneOfMany = () => {
  const { isRoot, hasLicence } = useSession();
  return hasLicence && !isRoot;
};

const useRowActions = () => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const remove = useRemove();
  const isOneOfMany = useIsOneOfMany();

  return (row: User, usual: Action[], list: ListController<typeof user>): Action[] => [
    ...usual.map((action) =>
      action.name === 'delete' ? { ...action, has: can('users.delete_user') } : action,
    ),
    {
      name: 'remove',
      title: t('user.remove'),
      order: 25,
      danger: true,
      has: isOneOfMany,
      ...abilityOf<typeof user>(row, 'remove', { can: can('users.remove_user'), reason: t('noPermission') }),
      onRun: async () => {
        if (!(await remove([row]))) return;
        list.selection.togglePage([row], false);
        list.refetch();
      },
    },
  ];
};

const useMoreActions = () => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const http = useHttp();
  const notify = useNotify();
  const remove = useRemove();
  const isOneOfMany = useIsOneOfMany();

  return (usual: Action[], list: ListController<typeof user>): Action[] => {
    const { rows } = list.selection;
    const none = rows.length === 0;
    const possible = (may: boolean, ability: 'update' | 'remove' | 'unblock') => {
      const refused = rows.map((row) => refusalOf<typeof user>(row, ability)).find(Boolean);
      return {
        can: !none && may && !refused,
        reason: refused ?? t(none ? 'chooseRows' : 'noPermission'),
      };
    };
    const setActive = (is_active: boolean) => async () => {
      await http.changeMany<typeof user>(
        USERS_URL,
        rows.map(({ id }) => ({ id, is_active })),
      );
      notify.success(t(is_active ? 'user.activated' : 'user.deactivated', { count: rows.length }));
      list.refetch();
    };
    const unblock = async () => {
      const ids = rows.map(({ id }) => id);
      const { unblocked } = await http.call('POST /api/v1/users/users/unblock/', { body: { ids } });
      notify.success(t('user.unblockedMany', { count: unblocked }));
      list.refetch();
    };
    return [
      {
        name: 'activate',
        title: t('user.activate'),
        order: 10,
        ...possible(can('users.change_user'), 'update'),
        onRun: setActive(true),
      },
      {
        name: 'deactivate',
        title: t('user.deactivate'),
        order: 11,
        ...possible(can('users.change_user'), 'update'),
        onRun: setActive(false),
      },
      {
        name: 'unblockMany',
        title: t('user.unblockMany'),
        order: 12,
        ...possible(can('users.change_user'), 'unblock'),
        onRun: unblock,
      },
      {
        name: 'removeMany',
        title: t('user.removeMany'),
        order: 105,
        danger: true,
        has: isOneOfMany,
        ...possible(can('users.remove_user'), 'remove'),
        onRun: async () => {
          if (!(await remove(rows))) return;
          list.selection.clear();
          list.refetch();
        },
      },
      ...usual,
    ];
  };
};

/** Users of the organization. */
export function UserListPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const isOneOfMany = useIsOneOfMany();
  const rowActions = useRowActions();
  const moreActions = useMoreActions();
  const [refetch, setInviting] = useState<() => void>();
  const slots: ListSlots<typeof user> = {
    columns: {
      ...userColumns,
      org_roles: { ...userColumns.org_roles, has: isOneOfMany },
      orgs_roles: { ...userColumns.orgs_roles, has: isRoot },
    },
    mode: userList,
    batchDisabled: isRoot ? ['groups'] : [],
    rowActions,
    moreActions,
    createActions: (usual, list) => [
      usual,
      {
        name: 'invite',
        title: t('user.invite'),
        icon: <MailOutlined aria-hidden />,
        order: 20,
        has: isOneOfMany,
        can: can('users.invite_user'),
        reason: t('noPermission'),
        onRun: () => setInviting(() => list.refetch),
      },
    ],
    emptyText: t('user.emptyText'),
  };
  return (
    <>
      <ResourceListPage {...props} slots={slots} />
      {refetch && <InviteDialog onClose={() => setInviting(undefined)} onInvited={refetch} />}
    </>
  );
}
