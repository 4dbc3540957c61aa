import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import type { ListController } from '../../../engine/list/ListSlots.ts';
import { asksUndo, useUndo } from '../../../engine/undo/useUndo.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { ASSETS_URL } from '../assetTree.ts';
import { baseOf } from '../categories.ts';
import type { Asset } from './Asset.ts';
import { useAssetTasks } from './useAssetTasks.tsx';

/** Query of an asset's form pages, which selects the form. */
export const formQuery = ({
  platform,
  type,
  category,
}: Pick<Asset, 'platform' | 'type' | 'category'>): Record<string, string> => ({
  platform: String(platform.id),
  type: type.value,
  category: category.value,
});

/**
 * Actions of one asset (delete, update, clone, test, refresh), and of the selected ones (activate, deactivate, test,
 * refresh, the usual ones).
 */
export const useAssetActions = () => {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const can = useCan();
  const http = useHttp();
  const offerUndo = useUndo();
  const { isRoot } = useSession();
  const tasks = useAssetTasks();

  const rowActions = (row: Asset, usual: Action[], list: ListController<typeof asset>): Action[] => {
    const base = baseOf(row.category.value);
    const { access } = list.resource;
    const update = routes.path(`${base}Update`, { id: row.id }, formQuery(row));
    const clone = routes.path(`${base}Create`, {}, { ...formQuery(row), clone_from: row.id });
    return [
      ...usual.filter(({ name }) => name === 'delete'),
      {
        name: 'update',
        title: t('action.update'),
        order: 10,
        has: update !== undefined,
        can: access.canUpdate,
        reason: t('noPermission'),
        to: update,
      },
      {
        name: 'clone',
        title: t('action.clone'),
        order: 30,
        has: clone !== undefined,
        can: can('assets.add_asset') && !isRoot,
        reason: t('noPermission'),
        to: clone,
      },
      { ...tasks.ofOne('test', row), icon: undefined, order: 40 },
      { ...tasks.ofOne('refresh', row), icon: undefined, order: 41 },
    ];
  };

  const moreActions = (usual: Action[], list: ListController<typeof asset>): Action[] => {
    const { rows } = list.selection;
    const setActive = (is_active: boolean) => async () => {
      const changes = rows.map(({ id }) => ({ pk: id, is_active }));
      const answer = await http.changeMany<typeof asset, typeof asksUndo>(ASSETS_URL, changes, asksUndo);
      offerUndo(t(is_active ? 'asset.activated' : 'asset.deactivated', { count: rows.length }), answer);
      list.refetch();
    };
    const possible = {
      can: rows.length > 0 && can('assets.change_asset'),
      reason: rows.length === 0 ? t('chooseRows') : t('noPermission'),
    };
    return [
      { name: 'activate', title: t('asset.activate'), order: 10, ...possible, onRun: setActive(true) },
      { name: 'deactivate', title: t('asset.deactivate'), order: 11, ...possible, onRun: setActive(false) },
      { ...tasks.ofMany('test', rows), icon: undefined, order: 12 },
      { ...tasks.ofMany('refresh', rows), icon: undefined, order: 13 },
      ...usual,
    ];
  };
  return { rowActions, moreActions };
};
