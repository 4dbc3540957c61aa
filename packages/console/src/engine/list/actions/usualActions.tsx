import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useTranslation } from 'react-i18next';
import { useRouteMeta } from '../../../platform/route/useRouteMeta.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useSession } from '../../../platform/session/useSession.ts';
import type { Action } from '../../action/Action.ts';
import { abilityOf } from '../../resource/abilities.ts';
import type { Row } from '../../resource/row.ts';
import type { Resource } from '../../resource/useResource.ts';
import type { ListController } from '../ListSlots.ts';
import { hasTool, mayDo } from '../listTools.ts';
import { useBatchDelete } from './useBatchDelete.tsx';
import { useRowDelete } from './useRowDelete.tsx';

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

/** Order of what deletes: behind all other actions, also those of a page. */
const LAST = 900;

type RowChange = {
  row: Row;
  url: string;
  /** Names the row in the confirmation. */
  name: string;
  /** Page that updates the row; without one there is no such action. */
  update: string | undefined;
  onDeleted: () => void | Promise<void>;
};

/** Update and delete of a row, for lists and detail pages. */
export const useRowChanges = ({ access, view, title }: Resource) => {
  const { t } = useTranslation('engine');
  const reason = useRootReason();
  const deleteRow = useRowDelete();
  const has = (operation: 'update' | 'destroy') => view?.operations.includes(operation) !== false;
  return ({ row, url, name, update, onDeleted }: RowChange): Action[] => [
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
      order: LAST,
      danger: true,
      has: has('destroy'),
      ...abilityOf(row, 'destroy', { can: access.canDelete, reason }),
      onRun: async () => {
        if (await deleteRow({ url, row, name, title })) await onDeleted();
      },
    },
  ];
};

/** The usual actions of a row: update, delete and clone. */
export const useUsualRowActions = (list: ListController, base: string | undefined) => {
  const { t } = useTranslation('engine');
  const paths = useRowPaths(base);
  const reason = useRootReason();
  const { resource } = list;
  const changesOf = useRowChanges(resource);
  const canBeCreated = resource.view?.operations.includes('create') !== false;
  return (row: Row): Action[] => {
    const clone = paths.clone(row);
    const onDeleted = () => {
      list.selection.togglePage([row], false);
      list.refetch();
    };
    const update = paths.update(row);
    return [
      ...changesOf({ row, url: resource.url, name: list.nameOfRow(row), update, onDeleted }),
      {
        name: 'clone',
        title: t('action.clone'),
        order: 30,
        has: canBeCreated && clone !== undefined,
        can: resource.access.canClone,
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

/** The usual actions for the selected rows: batch delete and batch update. */
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
      order: LAST,
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
