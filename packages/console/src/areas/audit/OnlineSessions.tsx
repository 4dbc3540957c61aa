import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import type { ListController } from '../../engine/list/useListController.ts';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { Row } from '../../engine/resource/row.ts';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';

const nameOf = (row: Row) => {
  const user = row.user as { name?: string } | null;
  return `${user?.name ?? ''} (${String(row.ip ?? '')})`;
};

/** People who are signed in here; all but the own session can be signed out. */
export function OnlineSessions(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const http = useHttp();
  const can = useCan();
  const confirm = useConfirm();
  const notify = useNotify();
  const mayEnd = can('audits.offline_usersession');

  const end = async (rows: readonly Row[], list: ListController) => {
    const others = rows.filter((row) => row.is_current_user_session !== true);
    const isSure = await confirm({
      title: t('online.confirm', { count: others.length }),
      body: t('online.consequence'),
      names: others.map(nameOf),
      okText: t('online.offline'),
      danger: true,
      focusCancel: others.length > 1,
    });
    if (!isSure) return;
    await http.post(`${props.url}offline/`, { ids: others.map((row) => row.id) });
    notify.success(t('online.done', { count: others.length }));
    list.selection.clear();
    list.refetch();
  };

  const slots: ListSlots = {
    columns: {
      user: { card: 'title' },
      ip: { width: 150, card: 'fact' },
      date_created: { card: 'time' },
      is_active: { card: 'state' },
    },
    hasImport: false,
    hasExport: false,
    rowName: nameOf,
    createActions: () => [],
    rowActions: (row, _usual, list): Action[] => [
      {
        name: 'offline',
        title: t('online.offline'),
        danger: true,
        can: mayEnd && row.is_current_user_session !== true,
        reason: row.is_current_user_session === true ? t('online.own') : t('online.noPermission'),
        onRun: () => end([row], list),
      },
    ],
    moreActions: (_usual, list): Action[] => [
      {
        name: 'offline',
        title: t('online.offline'),
        danger: true,
        can: mayEnd && list.selection.rows.some((row) => row.is_current_user_session !== true),
        onRun: () => end(list.selection.rows, list),
      },
    ],
  };
  return <ResourceListPage {...props} slots={slots} />;
}
