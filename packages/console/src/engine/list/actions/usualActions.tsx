import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useTranslation } from 'react-i18next';
import { useRouteMeta } from '../../../platform/route/useRouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import type { Action } from '../../action/Action.ts';
import { abilityOf } from '../../resource/abilities.ts';
import type { Row } from '../../resource/row.ts';
import type { ListController } from '../ListSlots.ts';
import { hasTool, mayDo } from '../listTools.ts';
import { useBatchDelete } from './useBatchDelete.ts';
import { useRowDelete } from './useRowDelete.ts';

/** Paths of a resource's pages by the base of their route names; all undefined without a base. */
export const useRowPaths = (base: string | undefined) => {
  const routes = useRouteNames();
  const path = (suffix: string, params?: Record<string, string>, query?: Record<string, string>) =>
    base ? routes.path(`${base}${suffix}`, params, query) : undefined;
  return {
    create: (query?: Record<string, string>) => path('Create', undefined, query),
    update: (row: Row) => path('Update', { id: String(row.id) }),
    clone: (row: Row) => path('Create', undefined, { clone_from: String(row.id) }),
    detail: (row: Row) => path('Detail', { id: String(row.id) }),
  };
};

/** Why the user may not change rows: the root organization is read-only, or permission is missing. */
export const useRootReason = (): string | undefined => {
  const { t } = useTranslation('engine');
  const { isRoot } = useSession();
  const { disableOrgsChange } = useRouteMeta();
  return isRoot && !disableOrgsChange ? t('list.rootReadOnly') : t('list.noPermission');
};

/** Update, delete and clone of a row. */
export const useUsualRowActions = (list: ListController, base: string | undefined) => {
  const { t } = useTranslation('engine');
  const paths = useRowPaths(base);
  const reason = useRootReason();
  const deleteRow = useRowDelete();
  const { resource } = list;
  const { access, view } = resource;
  const has = (operation: 'update' | 'create' | 'destroy') => view?.operations.includes(operation) !== false;
  return (row: Row): Action[] => {
    const update = paths.update(row);
    const clone = paths.clone(row);
    return [
      {
        name: 'update',
        title: t('action.update'),
        order: 10,
        has: has('update') && update !== undefined,
        ...abilityOf(row, 'update', { can: access.canUpdate, reason }),
        to: update,
      },
      {
        name: 'delete',
        title: t('action.delete'),
        order: 20,
        danger: true,
        has: has('destroy'),
        ...abilityOf(row, 'destroy', { can: access.canDelete, reason }),
        onRun: async () => {
          const name = list.nameOfRow(row);
          if (!(await deleteRow({ url: resource.url, row, name, title: resource.title }))) return;
          list.selection.togglePage([row], false);
          list.refetch();
        },
      },
      {
        name: 'clone',
        title: t('action.clone'),
        order: 30,
        has: has('create') && clone !== undefined,
        can: access.canClone,
        reason,
        to: clone,
      },
    ];
  };
};

/** The create button of a list. */
export const useCreateAction = (list: ListController, base: string | undefined): Action => {
  const { t } = useTranslation('engine');
  const paths = useRowPaths(base);
  const reason = useRootReason();
  const to = paths.create();
  const { slots } = list;
  const { access, view } = list.resource;
  return {
    name: 'create',
    title: t('action.create'),
    icon: <PlusOutlined aria-hidden />,
    order: 10,
    has: hasTool(slots, 'create') && to !== undefined && view?.operations.includes('create') !== false,
    can: access.canCreate && mayDo(slots, 'create'),
    reason,
    to,
  };
};

/** Batch delete and batch update. */
export const useUsualMoreActions = (
  list: ListController,
  onBatchUpdate: (() => void) | undefined,
): Action[] => {
  const { t } = useTranslation('engine');
  const batchDelete = useBatchDelete(list);
  const { slots } = list;
  const { access, view } = list.resource;
  const canDelete = access.canBulkDelete && mayDo(slots, 'bulkDelete');
  const canUpdate = access.canBulkUpdate && mayDo(slots, 'bulkUpdate');
  const none = list.selection.rows.length === 0;
  const needRows = none ? t('list.chooseRows') : undefined;
  return [
    {
      name: 'batchDelete',
      title: t('action.batchDelete'),
      order: 110,
      danger: true,
      divided: true,
      has:
        hasTool(slots, 'bulkDelete') &&
        view?.operations.includes('destroy') !== false &&
        view?.bulk !== false,
      can: canDelete && !none,
      reason: canDelete ? needRows : t('list.noPermission'),
      onRun: batchDelete,
    },
    {
      name: 'batchUpdate',
      title: t('action.batchUpdate'),
      order: 100,
      has: hasTool(slots, 'bulkUpdate') && onBatchUpdate !== undefined && view?.bulk !== false,
      can: canUpdate && !none,
      reason: canUpdate ? needRows : t('list.noPermission'),
      onRun: onBatchUpdate,
    },
  ];
};
