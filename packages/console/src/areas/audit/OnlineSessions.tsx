import { onlineSessions } from '@gatehouse/contract/layouts/audits/usersession.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { usersession } from '@gatehouse/contract/resources/audits/usersession.ts';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import { BooleanCell } from '../../engine/fields/boolean/ui.tsx';
import type { ListController, ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import { abilityOf, refusalOf } from '../../engine/resource/abilities.ts';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';

type UserSession = RowOf<typeof usersession>;

/** How soon the list looks again. */
const FOLLOW_MS = 10_000;

const nameOf = ({ user, ip }: UserSession) => `${user.name} (${ip})`;

// The field means that the browser is online: `BooleanCell` must not say active or inactive.
const OnlineCell = ({ value }: { value: boolean }) => <BooleanCell name="online" value={value} />;

const refusalAmong = (rows: readonly UserSession[]) =>
  rows.map((row) => refusalOf<typeof usersession>(row, 'offline')).find((reason) => reason !== undefined);

/** Others' sessions can only be ended together when none of them is refused. */
const mayEndAny = (rows: readonly UserSession[]) =>
  rows.some((row) => !row.is_current_user_session) && refusalAmong(rows) === undefined;

/** The web sessions of all users; every one except the current one can be ended. */
export function OnlineSessions(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const http = useHttp();
  const can = useCan();
  const confirm = useConfirm();
  const notify = useNotify();
  const mayEnd = can('audits.offline_usersession');

  const end = async (rows: readonly UserSession[], list: ListController<typeof usersession>) => {
    const others = rows.filter((row) => !row.is_current_user_session);
    const isSure = await confirm({
      title: t('online.confirm', { count: others.length }),
      body: t('online.consequence'),
      names: others.map(nameOf),
      okText: t('online.offline'),
      danger: true,
      focusCancel: others.length > 1,
    });
    if (!isSure) return;
    await http.call('POST /api/v1/audits/user-sessions/offline/', {
      body: { ids: others.map((row) => row.id) },
    });
    notify.success(t('online.done', { count: others.length }));
    list.selection.clear();
    list.refetch();
  };

  const slots: ListSlots<typeof usersession> = {
    columns: {
      user: { card: 'title' },
      ip: { width: 150, card: 'fact' },
      date_created: { card: 'time' },
      is_active: { Cell: OnlineCell, card: 'state' },
    },
    mode: onlineSessions,
    refreshAfter: () => FOLLOW_MS,
    rowName: nameOf,
    createActions: () => [],
    rowActions: (row, _usual, list): Action[] => [
      {
        name: 'offline',
        title: t('online.offline'),
        danger: true,
        ...abilityOf<typeof usersession>(row, 'offline', {
          can: mayEnd && !row.is_current_user_session,
          reason: row.is_current_user_session ? t('online.own') : t('online.noPermission'),
        }),
        onRun: () => end([row], list),
      },
    ],
    moreActions: (_usual, list): Action[] => [
      {
        name: 'offline',
        title: t('online.offline'),
        danger: true,
        can: mayEnd && mayEndAny(list.selection.rows),
        reason: refusalAmong(list.selection.rows) ?? t('online.noPermission'),
        onRun: () => end(list.selection.rows, list),
      },
    ],
  };
  return <ResourceListPage {...props} slots={slots} />;
}
