import DisconnectOutlined from '@ant-design/icons/DisconnectOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import LockOutlined from '@ant-design/icons/LockOutlined';
import MobileOutlined from '@ant-design/icons/MobileOutlined';
import PoweroffOutlined from '@ant-design/icons/PoweroffOutlined';
import UnlockOutlined from '@ant-design/icons/UnlockOutlined';
import { permissionsOfUser } from '@gatehouse/contract/layouts/perms/assetpermission.ts';
import { userDetail } from '@gatehouse/contract/layouts/users/user.ts';
import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DetailSlots, DetailTab } from '../../engine/detail/DetailSlots.ts';
import type { QuickAction } from '../../engine/detail/QuickActions.tsx';
import { RelationCard } from '../../engine/detail/RelationCard.tsx';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { rowUrl, withQuery } from '../../engine/resource/url.ts';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import type { Http } from '../../platform/http/http.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { GrantedAssets } from '../../resources/perms/GrantedAssets.tsx';
import { SessionsPanel } from '../../resources/terminal/session/SessionsPanel.tsx';
import { USERS_URL } from '../../resources/users/user/usersUrl.ts';
import { Pill } from '../../theme/tag/Pill.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { ResetLinkDialog } from './ResetLinkDialog.tsx';

const RELATIONS_URL = '/api/v1/users/users-groups-relations/';
/** External accounts that a superuser may unlink. */
const BOUND = ['wecom', 'dingtalk', 'feishu', 'lark', 'slack'] as const;

/** An action on a user, after confirmation. */
const useAsked = () => {
  const confirm = useConfirm();
  const notify = useNotify();
  return (title: string, body: string, done: string, run: () => Promise<unknown>) => async () => {
    if (!(await confirm({ title, body, okText: title }))) return;
    await run();
    notify.success(done);
  };
};

type Detail = DetailController<typeof user>;

const unbindMessenger = (http: Http, backend: string, user: string) =>
  http.call('POST /api/v1/authentication/:backend/qr/unbind/:user/', { params: { backend, user } });

const useQuickActions = (showLink: (link: string) => void) => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const http = useHttp();
  const asked = useAsked();
  const { profile, isSuperAdmin } = useSession();
  return ({ row, id, patch, refetch }: Detail): QuickAction[] => {
    const mayTouch = can('users.change_user') && (!row.is_superuser || isSuperAdmin);
    const url = rowUrl(USERS_URL, id);
    const one = (
      name: string,
      icon: QuickAction['icon'],
      isPossible: boolean,
      why: string,
      run: () => Promise<unknown>,
    ): QuickAction => ({
      name,
      icon,
      title: t(`user.${name}`),
      note: t(`user.${name}Note`),
      button: t('user.reset'),
      can: mayTouch && isPossible,
      reason: mayTouch ? why : t('noPermission'),
      onRun: asked(t(`user.${name}`), t(`user.${name}Body`, { name: row.name }), t(`user.${name}Done`), run),
    });
    const isMyself = id === profile?.id;
    return [
      {
        name: 'active',
        title: t('user.active'),
        icon: <PoweroffOutlined />,
        isOn: row.is_active,
        can: mayTouch && !isMyself,
        reason: isMyself ? t('user.notYourself') : t('noPermission'),
        onRun: (is_active) => patch({ is_active }, t('user.active')),
      },
      one('resetMfa', <MobileOutlined />, !isMyself, t('user.notYourself'), () =>
        http.get(`${url}mfa/reset/`),
      ),
      one('resetPassword', <LockOutlined />, row.source.value === 'local', t('user.onlyLocal'), async () => {
        const { reset_url } = await http.patch<{ reset_url: string }>(`${url}password/reset/`, {});
        showLink(reset_url);
      }),
      one('resetKey', <KeyOutlined />, Boolean(profile?.can_public_key_auth), t('user.noKeys'), () =>
        http.patch(`${url}pubkey/reset/`, {}),
      ),
      {
        ...one('unblock', <UnlockOutlined />, row.login_blocked, t('user.notBlocked'), () =>
          http.patch(`${url}unblock/`).then(refetch),
        ),
        button: t('user.unblockButton'),
      },
      ...BOUND.map(
        (backend): QuickAction => ({
          name: `unbind-${backend}`,
          title: t('user.unbind', { backend: t(`user.backends.${backend}`) }),
          icon: <DisconnectOutlined />,
          button: t('user.unbindButton'),
          has: isSuperAdmin && Boolean(row[`${backend}_id`]),
          onRun: asked(
            t('user.unbind', { backend: t(`user.backends.${backend}`) }),
            t('user.unbindBody', { name: row.name }),
            t('user.unbindDone'),
            () => unbindMessenger(http, backend, id).then(refetch),
          ),
        }),
      ),
    ];
  };
};

function GroupsCard({ detail }: { detail: Detail }) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const http = useHttp();
  const { isRoot } = useSession();
  return (
    <RelationCard
      title={t('group.titles')}
      optionsUrl="/api/v1/users/groups/"
      params={{ order: 'name' }}
      items={detail.row.groups.map(({ id, name }) => ({ id, label: name }))}
      canEdit={can('users.change_usergroup') && !isRoot}
      onAdd={async (ids) => {
        await http.post(
          RELATIONS_URL,
          ids.map((usergroup) => ({ usergroup, user: detail.id })),
        );
        detail.refetch();
      }}
      onRemove={async (usergroup) => {
        await http.delete(withQuery(RELATIONS_URL, { user: detail.id, usergroup }));
        detail.refetch();
      }}
    />
  );
}

const useTabs = () => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const routes = useRouteNames();
  const permissions: ListSlots<typeof assetpermission> = {
    mode: permissionsOfUser,
    createActions: () => [],
    moreActions: () => [],
    detailPath: (row) => routes.path('AssetPermissionDetail', { id: row.id }),
  };
  return ({ id }: Detail): DetailTab<typeof user>[] => [
    {
      key: 'UserGrantedAssets',
      label: t('user.grantedAssets'),
      hidden: !can('perms.view_userassets'),
      render: () => <GrantedAssets user={id} />,
    },
    {
      key: 'UserAssetPermissionRules',
      label: t('permission.titles'),
      hidden: !can('perms.view_assetpermission'),
      render: () => (
        <EmbeddedList
          name="UserPermissions"
          url={`/api/v1/perms/asset-permissions/?user_id=${id}`}
          routes="AssetPermission"
          slots={permissions}
        />
      ),
    },
    {
      key: 'UserSession',
      label: t('session.titles'),
      hidden: !can('terminal.view_session'),
      render: () => <SessionsPanel name="UserSessions" params={{ user_id: id }} />,
    },
  ];
};

/** One user: facts, resets, groups, permitted assets, activity. */
export function UserDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isSuperAdmin } = useSession();
  const [resetLink, setResetLink] = useState<string>();
  const quickActions = useQuickActions(setResetLink);
  const tabs = useTabs();
  const slots: DetailSlots<typeof user> = {
    first: { key: 'UserInfo' },
    layout: userDetail,
    status: (row) => (
      <>
        {!row.is_active && <Pill kind="off">{t('inactive')}</Pill>}
        {row.is_expired ? <Pill kind="bad">{t('expired')}</Pill> : null}
        {row.login_blocked ? <Pill kind="warn">{t('user.blocked')}</Pill> : null}
      </>
    ),
    sub: (row) => (
      <>
        <Mono>{row.username}</Mono> · {row.email}
      </>
    ),
    quickActions,
    side: (detail) => <GroupsCard detail={detail} />,
    tabs,
    actions: (usual, { row }) =>
      usual.map((action) => {
        if (action.name === 'update' && row.is_superuser && !isSuperAdmin) {
          return { ...action, can: false, reason: t('user.onlySuperusers') };
        }
        return action.name === 'delete' ? { ...action, has: can('users.delete_user') } : action;
      }),
  };
  return (
    <>
      <ResourceDetailPage {...props} slots={slots} />
      {resetLink && <ResetLinkDialog link={resetLink} onClose={() => setResetLink(undefined)} />}
    </>
  );
}
