import { DesktopOutlined, UserOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useRowDelete } from '../../engine/list/actions/useRowDelete.tsx';
import { useUnopened } from '../../engine/protocols/connectMethods.ts';
import { textOf } from '../../engine/resource/row.ts';
import { usePlatform } from '../../platform/Platform.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { connectUrl } from '../../platform/route/webTerminal.ts';
import { isRootOrg } from '../../platform/session/organizations.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { formatAbsolute, parseTime } from '../../platform/time/time.ts';
import type { Asset } from '../../resources/assets/asset/Asset.ts';
import { formQuery } from '../../resources/assets/asset/useAssetActions.tsx';
import { baseOf } from '../../resources/assets/categories.ts';
import { nameOfSession } from '../../resources/terminal/session/Session.ts';
import { useSessionCalls } from '../../resources/terminal/session/useSessionActions.tsx';
import type { User } from '../../resources/users/user/User.ts';
import { AssetIcon } from '../../theme/icon/AssetIcon.tsx';
import { shortName } from '../../theme/text/identity.ts';
import type { Entry } from './Entry.ts';
import { type ObjectKind, type ObjectRows, objects } from './objects.ts';
import { useWorkOrg } from './usePlace.ts';

type Make<K extends ObjectKind> = (row: ObjectRows[K]) => Entry;

const factOf = (...parts: unknown[]): string => parts.map(textOf).filter(Boolean).join(' · ');

/** A time from the server, in absolute form. */
const momentOf = (value: string): string => {
  const time = parseTime(value);
  return time ? formatAbsolute(time) : '';
};

const reach = {
  ok: { glyph: 'ok', text: 'ok' },
  err: { glyph: 'bad', text: 'err' },
  '-': undefined,
} as const;

/** The entry that opens an asset in the web terminal. */
const useConnectEntry = (): Make<'connect'> => {
  const { t } = useTranslation('palette');
  const org = useWorkOrg();
  const unopened = useUnopened(useCan()('rbac.view_webterminal'));
  const obstacleOf = ({ protocols }: ObjectRows['connect']): string | undefined => {
    const words = unopened(protocols.map(({ name }) => name));
    if (!words?.opened) return undefined;
    return t(words.protocols ? 'unopened' : 'unopenedNone', words);
  };
  return (row) => ({
    id: `connect:${row.id}`,
    title: row.name,
    isMachine: true,
    fact: factOf(row.address, row.platform),
    icon: <AssetIcon type={row.type.value} category={row.category.value} />,
    verb: t('connect'),
    obstacle: obstacleOf(row),
    href: connectUrl({ asset: row.id, orgId: row.org_id || org?.id || '' }),
  });
};

/** Entries that change or delete a row, if the user may; none in the root organization. */
const useChanges = () => {
  const { t } = useTranslation('engine');
  const { queryClient } = usePlatform();
  const can = useCan();
  const isRoot = isRootOrg(useWorkOrg());
  const deleteRow = useRowDelete();
  return (input: {
    id: string;
    kind: 'asset' | 'user';
    row: Asset | User;
    update: string | undefined;
    title: string;
  }) => {
    const { id, kind, row, update, title } = input;
    const model = `${kind}s`;
    const remove = async () => {
      const isGone = await deleteRow({ url: objects[kind].url, row, name: row.name, title });
      if (isGone) await queryClient.invalidateQueries();
    };
    return [
      ...(update && can(`${model}.change_${kind}`) && !isRoot
        ? [{ id: `${id}:update`, title: t('action.update'), to: update }]
        : []),
      ...(can(`${model}.delete_${kind}`) && !isRoot
        ? [{ id: `${id}:delete`, title: t('action.delete'), danger: true, run: remove }]
        : []),
    ];
  };
};

const useAssetEntry = (): Make<'asset'> => {
  const { t } = useTranslation('engine');
  const palette = useTranslation('palette').t;
  const names = useRouteNames();
  const can = useCan();
  const changes = useChanges();
  const connect = useConnectEntry();
  return (row) => {
    const id = `asset:${row.id}`;
    const { title, icon, verb = '', href = '', obstacle } = connect(row);
    const state = reach[row.connectivity.value];
    const update = names.path(`${baseOf(row.category.value)}Update`, { id: row.id }, formQuery(row));
    const mayConnect = can('rbac.view_webterminal') && row.is_active;
    return {
      id,
      title,
      isMachine: true,
      fact: factOf(row.address, row.platform, row.nodes_display),
      icon,
      to: names.path('AssetDetail', { id: row.id }) ?? '/',
      ...(state && { state: { glyph: state.glyph, text: t(`connectivity.${state.text}`) } }),
      actions: [
        ...(mayConnect ? [{ id: `${id}:connect`, title: verb, href, obstacle }] : []),
        ...changes({ id, kind: 'asset', row, update, title: palette('kind.asset') }),
      ],
    };
  };
};

const useUserEntry = (): Make<'user'> => {
  const { t } = useTranslation('resources');
  const palette = useTranslation('palette').t;
  const names = useRouteNames();
  const changes = useChanges();
  return (row) => {
    const id = `user:${row.id}`;
    const update = names.path('UserUpdate', { id: row.id });
    return {
      id,
      title: row.name,
      fact: factOf(t('user.title'), row.username, row.email),
      icon: <UserOutlined aria-hidden />,
      to: names.path('UserDetail', { id: row.id }) ?? '/',
      actions: changes({ id, kind: 'user', row, update, title: palette('kind.user') }),
    };
  };
};

const useSessionEntry = (): Make<'session'> => {
  const { t } = useTranslation('resources');
  const palette = useTranslation('palette').t;
  const { queryClient } = usePlatform();
  const names = useRouteNames();
  const can = useCan();
  const calls = useSessionCalls();
  return (row) => {
    const id = `session:${row.id}`;
    const end = async () => {
      if (await calls.terminate([row])) await queryClient.invalidateQueries();
    };
    return {
      id,
      title: nameOfSession(row),
      fact: factOf(palette('session'), shortName(row.account), momentOf(row.date_start)),
      icon: <DesktopOutlined aria-hidden />,
      to: names.path('SessionDetail', { id: row.id }) ?? '/',
      actions: [
        ...(row.can_replay && can('terminal.view_sessionreplay')
          ? [{ id: `${id}:replay`, title: t('session.replay'), href: `/luna/replay/${row.id}` }]
          : []),
        ...(row.can_terminate && can('terminal.terminate_session')
          ? [{ id: `${id}:terminate`, title: t('session.terminate'), danger: true, run: end }]
          : []),
      ],
    };
  };
};

/** Functions that turn rows into entries, by kind. */
export const useObjectEntries = (): { [K in ObjectKind]: Make<K> } => ({
  connect: useConnectEntry(),
  asset: useAssetEntry(),
  user: useUserEntry(),
  session: useSessionEntry(),
});
