import TeamOutlined from '@ant-design/icons/TeamOutlined';
import { usersOfGroup } from '@gatehouse/contract/layouts/users/user.ts';
import { groupDetail } from '@gatehouse/contract/layouts/users/usergroup.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';
import type { usergroup } from '@gatehouse/contract/resources/users/usergroup.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../../engine/detail/Detail.module.css';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import { QuickActions } from '../../engine/detail/QuickActions.tsx';
import { RelationCard } from '../../engine/detail/RelationCard.tsx';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { withQuery } from '../../engine/resource/url.ts';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { useGrantTabs } from './useGrantTabs.tsx';

const USERS_URL = '/api/v1/users/users/';
const RELATIONS_URL = '/api/v1/users/users-groups-relations/';

/** The list of members; each can be removed from the group. */
const useMemberSlots = (id: string, mayChange: boolean): ListSlots<typeof user> => {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const routes = useRouteNames();
  return {
    mode: usersOfGroup,
    createActions: () => [],
    moreActions: () => [],
    detailPath: (row) => routes.path('UserDetail', { id: row.id }),
    rowActions: (row, _, list) => [
      {
        name: 'remove',
        title: t('action.remove'),
        danger: true,
        can: mayChange,
        reason: t('noPermission'),
        onRun: async () => {
          await http.delete(withQuery(RELATIONS_URL, { usergroup: id, user: row.id }));
          list.refetch();
        },
      },
    ],
  };
};

function MembersTab({ detail }: { detail: Pick<DetailController, 'id' | 'url'> }) {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const can = useCan();
  const confirm = useConfirm();
  const notify = useNotify();
  const { isRoot } = useSession();
  const [round, setRound] = useState(0);
  const mayChange = can('users.change_usergroup') && !isRoot;
  const { id } = detail;
  const slots = useMemberSlots(id, mayChange);
  const addAll = async () => {
    const agreed = await confirm({
      title: t('group.addAll'),
      body: t('group.addAllBody'),
      okText: t('group.addAllOk'),
    });
    if (!agreed) return;
    await http.call('POST /api/v1/users/groups/:id/add-all-users/', { params: { id } });
    notify.success(t('group.addedAll'));
    setRound(round + 1);
  };
  return (
    <div className={styles.columns}>
      <EmbeddedList key={round} name="GroupUsers" url={`${USERS_URL}?group_id=${id}`} slots={slots} />
      <div className={styles.stack}>
        <QuickActions
          actions={[
            {
              name: 'all',
              title: t('group.addAll'),
              icon: <TeamOutlined />,
              button: t('action.add'),
              can: can('users.add_usergroup') && !isRoot,
              reason: t('noPermission'),
              onRun: addAll,
            },
          ]}
        />
        <RelationCard
          title={t('group.addUsers')}
          optionsUrl={USERS_URL}
          params={{ order: 'name', exclude_group_id: id }}
          items={[]}
          canEdit={mayChange}
          onAdd={async (ids) => {
            await http.post(
              RELATIONS_URL,
              ids.map((user) => ({ user, usergroup: id })),
            );
            setRound(round + 1);
          }}
        />
      </div>
    </div>
  );
}

/** One group: its members, and what is granted to them through it. */
export function GroupDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const grantTabs = useGrantTabs('group');
  const slots: DetailSlots<typeof usergroup> = {
    first: { key: 'GroupInfo' },
    layout: groupDetail,
    tabs: ({ id }) => [
      { key: 'GroupUser', label: t('user.titles'), render: (detail) => <MembersTab detail={detail} /> },
      ...grantTabs(id),
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
