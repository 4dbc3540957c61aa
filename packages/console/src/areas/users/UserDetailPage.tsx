import DisconnectOutlined from '@ant-design/icons/DisconnectOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import LockOutlined from '@ant-design/icons/LockOutlined';
import MobileOutlined from '@ant-design/icons/MobileOutlined';
import PoweroffOutlined from '@ant-design/icons/PoweroffOutlined';
import UnlockOutlined from '@ant-design/icons/UnlockOutlined';
import { loginRulesOfUser } from '@gatehouse/contract/layouts/acls/loginacl.ts';
import { userDetail } from '@gatehouse/contract/layouts/users/user.ts';
import type { AbilityOf } from '@gatehouse/contract/resource/abilities.ts';
import type { loginacl } from '@gatehouse/contract/resources/acls/loginacl.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageAction } from '../../engine/action/usePageAction.ts';
import type { DetailSlots, DetailTab } from '../../engine/detail/DetailSlots.ts';
import type { QuickAction } from '../../engine/detail/QuickActions.tsx';
import { RelationCard } from '../../engine/detail/RelationCard.tsx';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { abilityOf } from '../../engine/resource/abilities.ts';
import { withQuery } from '../../engine/resource/url.ts';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import type { Http } from '../../platform/http/http.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { SessionsPanel } from '../../resources/terminal/session/SessionsPanel.tsx';
import { OrgsRolesCell } from '../../resources/users/user/userColumns.tsx';
import { Avatar } from '../../theme/icon/Avatar.tsx';
import { Pill } from '../../theme/tag/Pill.tsx';
import { EndText } from '../../theme/text/EndText.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { ResetLinkDialog } from './ResetLinkDialog.tsx';
import { useGrantTabs } from './useGrantTabs.tsx';

const RELATIONS_URL = '/api/v1/users/users-groups-relations/';
/** External accounts that a superuser may unlink. */
const BOUND = ['wecom', 'dingtalk', 'feishu', 'lark', 'slack'] as const;

/** An action on a user, after confirmation. */
const useConfirmed = () => {
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

const useUnbindActions = () => {
  const { t } = useTranslation('resources');
  const http = useHttp();
  const ask = useConfirmed();
  const { isSuperAdmin } = useSession();
  return ({ row, id, refetch }: Detail): QuickAction[] =>
    BOUND.map(
      (backend): QuickAction => ({
        name: `unbind-${backend}`,
        title: t('user.unbind', { backend: t(`user.backends.${backend}`) }),
        icon: <DisconnectOutlined />,
        button: t('user.unbindButton'),
        has: isSuperAdmin && Boolean(row[`${backend}_id`]),
        onRun: ask(
          t('user.unbind', { backend: t(`user.backends.${backend}`) }),
          t('user.unbindBody', { name: row.name, backend: t(`user.backends.${backend}`) }),
          t('user.unbindDone'),
          () => unbindMessenger(http, backend, id).then(refetch),
        ),
      }),
    );
};

const resetsOf = (http: Http, id: string) => {
  const params = { id };
  return {
    mfa: () => http.call('GET /api/v1/users/users/:id/mfa/reset/', { params }),
    password: () => http.call('PATCH /api/v1/users/users/:id/password/reset/', { params, body: {} }),
    key: () => http.call('PATCH /api/v1/users/users/:id/pubkey/reset/', { params, body: {} }),
    block: () => http.call('PATCH /api/v1/users/users/:id/unblock/', { params }),
  };
};

type Reset = {
  name: string;
  ability: AbilityOf<typeof user>;
  icon: QuickAction['icon'];
  /** Why the action is not possible now, although the user has the permission. */
  why?: string | false | undefined;
  run: () => Promise<unknown>;
};

const useQuickActions = (showLink: (link: string) => void) => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const http = useHttp();
  const ask = useConfirmed();
  const { profile } = useSession();
  const unbind = useUnbindActions();
  return (detail: Detail): QuickAction[] => {
    const { row, id, patch, refetch } = detail;
    const notMyself = id === profile?.id && t('user.notYourself');
    const calls = resetsOf(http, id);
    const able = (name: AbilityOf<typeof user>, why?: string | false) => {
      const ability = abilityOf<typeof user>(row, name, {
        can: can('users.change_user'),
        reason: t('noPermission'),
      });
      return ability.can && why ? { can: false, reason: why } : ability;
    };
    const reset = ({ name, ability, icon, why, run }: Reset): QuickAction => ({
      name,
      icon,
      title: t(`user.${name}`),
      note: t(`user.${name}Note`),
      button: t(name === 'unblock' ? 'user.unblockButton' : 'user.reset'),
      ...able(ability, why),
      onRun: ask(t(`user.${name}`), t(`user.${name}Body`, { name: row.name }), t(`user.${name}Done`), run),
    });
    const resets: Reset[] = [
      {
        name: 'resetMfa',
        ability: 'resetMfa',
        icon: <MobileOutlined />,
        why: notMyself,
        run: calls.mfa,
      },
      {
        name: 'resetPassword',
        ability: 'resetPassword',
        icon: <LockOutlined />,
        why: row.source.value !== 'local' && t('user.onlyLocal'),
        run: async () => showLink((await calls.password()).reset_url),
      },
      {
        name: 'resetKey',
        ability: 'resetPublicKey',
        icon: <KeyOutlined />,
        why: !profile?.can_public_key_auth && t('user.noKeys'),
        run: calls.key,
      },
      {
        name: 'unblock',
        ability: 'unblock',
        icon: <UnlockOutlined />,
        why: !row.login_blocked && t('user.notBlocked'),
        run: () => calls.block().then(refetch),
      },
    ];
    return [
      {
        name: 'active',
        title: t('user.active'),
        icon: <PoweroffOutlined />,
        isOn: row.is_active,
        ...able('update', notMyself),
        onRun: (is_active) => patch({ is_active }, t('user.active')),
      },
      ...resets.map(reset),
      ...unbind(detail),
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
  const grantTabs = useGrantTabs('user');
  const loginRules: ListSlots<typeof loginacl> = {
    mode: loginRulesOfUser,
    createActions: () => [],
    moreActions: () => [],
    rowActions: () => [],
    rowTone: (row) => (row.is_active ? undefined : 'off'),
    detailPath: (row) => routes.path('UserLoginAclDetail', { id: row.id }),
  };
  return ({ id }: Detail): DetailTab<typeof user>[] => [
    ...grantTabs<typeof user>(id),
    {
      key: 'UserLoginRules',
      label: t('user.loginRules'),
      hidden: !can('acls.view_loginacl'),
      countUrl: `/api/v1/acls/login-acls/?users=${id}`,
      render: () => (
        <EmbeddedList
          name="UserLoginRules"
          url={`/api/v1/acls/login-acls/?users=${id}`}
          routes="UserLoginAcl"
          slots={loginRules}
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

/** One user: facts, quick actions, groups, permitted assets, permissions, sessions, and activity. */
export function UserDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const [resetLink, setResetLink] = useState<string>();
  const quickActions = useQuickActions(setResetLink);
  const tabs = useTabs();
  const explain = usePageAction('ExplainAccess');
  const slots: DetailSlots<typeof user> = {
    first: { key: 'UserInfo' },
    layout: userDetail,
    icon: (row) => <Avatar name={row.name} size={36} />,
    cells: { date_expired: EndText, orgs_roles: OrgsRolesCell },
    omit: () => [isRoot ? 'org_roles' : 'orgs_roles'],
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
    actions: (usual, { id }) => [
      ...usual.map((action) =>
        action.name === 'delete' ? { ...action, has: can('users.delete_user') } : action,
      ),
      ...explain({ user: id }),
    ],
  };
  return (
    <>
      <ResourceDetailPage {...props} slots={slots} />
      {resetLink && <ResetLinkDialog link={resetLink} onClose={() => setResetLink(undefined)} />}
    </>
  );
}
