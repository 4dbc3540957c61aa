import { type ReactNode, Suspense, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useShortcut } from '../../platform/keys/useShortcut.ts';
import { part } from '../../platform/part/part.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { useViewport } from '../../platform/viewport/useViewport.ts';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import type { Action } from '../action/Action.ts';
import { offered } from '../action/Action.ts';
import { useRun } from '../action/useRun.ts';
import type { Row } from '../resource/row.ts';
import { cx } from '../table/cx.ts';
import {
  useCreateAction,
  useRowPaths,
  useUsualMoreActions,
  useUsualRowActions,
} from './actions/usualActions.tsx';
import styles from './List.module.css';
import { ListScopeProvider } from './ListScope.tsx';
import type { ListController } from './ListSlots.ts';
import { hasTool } from './listTools.ts';
import { ListFooter } from './paging/ListFooter.tsx';
import { GoneNote } from './saved/GoneNote.tsx';
import { ListTable } from './table/ListTable.tsx';
import { ListToolbar, type ToolbarDialogs } from './toolbar/ListToolbar.tsx';

const MobileList = part(() => import('./phone/MobileList.tsx').then((m) => m.MobileList));
const ColumnSettings = part(() => import('./table/ColumnSettings.tsx').then((m) => m.ColumnSettings));
const ExportDialog = part(() => import('../transfer/export/ExportDialog.tsx').then((m) => m.ExportDialog));
const ImportDialog = part(() => import('../transfer/import/ImportDialog.tsx').then((m) => m.ImportDialog));
const BatchUpdateDialog = part(() =>
  import('../transfer/batch/BatchUpdateDialog.tsx').then((m) => m.BatchUpdateDialog),
);

type Dialog = 'columns' | 'import' | 'export' | 'batchUpdate';

type Props = {
  list: ListController;
  /** Base of the route names, such as `Domain`; without it, only the slots can lead to pages. */
  routes?: string;
  /** The only list of its page: fills the height and owns the single-key shortcuts. */
  isMain?: boolean;
  /** Drawn without a card of its own. */
  isBare?: boolean;
  treeButton?: ReactNode;
};

const useListActions = (list: ListController, routes: string | undefined, openBatch: () => void) => {
  const { slots } = list;
  const usualRow = useUsualRowActions(list, routes);
  const createAction = useCreateAction(list, routes);
  const usualMore = useUsualMoreActions(list, slots.mode?.batchFields ? openBatch : undefined);
  const create = slots.createActions ? slots.createActions(createAction, list) : [createAction];
  const more = slots.moreActions ? slots.moreActions(usualMore, list) : usualMore;
  const rowActions = (row: Row): Action[] => slots.rowActions?.(row, usualRow(row), list) ?? usualRow(row);
  const hasRowActions =
    list.rows.some((row) => offered(rowActions(row)).length > 0) || list.rows.length === 0;
  return { create, more, rowActions: hasRowActions ? rowActions : undefined };
};

/** The dialog open over the list; going back closes it. */
const useDialogHere = () => {
  const [dialog, setDialog] = useState<Dialog>();
  const isBack = useNavigationType() === 'POP';
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState(key);
  if (openedAt !== key) {
    setOpenedAt(key);
    if (isBack) setDialog(undefined);
  }
  return [dialog, setDialog] as const;
};

const useDialogs = (list: ListController, open: (dialog: Dialog) => void): ToolbarDialogs => {
  const { slots, resource } = list;
  const can = useCan();
  const { access } = resource;
  return {
    onColumns: () => open('columns'),
    onImport:
      access.hasImport && hasTool(slots, 'import')
        ? () => (slots.onImport ? slots.onImport() : open('import'))
        : undefined,
    onExport:
      access.hasExport && hasTool(slots, 'export') && can(slots.mode?.exportNeed)
        ? () => open('export')
        : undefined,
  };
};

/** A list with all its actions, driven by its controller. */
export function ResourceList({ list, routes, isMain = false, isBare = false, treeButton }: Props) {
  const { slots, resource } = list;
  const { isMobile } = useViewport();
  const { run } = useRun();
  const paths = useRowPaths(routes);
  const can = useCan();
  const [dialog, setDialog] = useDialogHere();
  const close = () => setDialog(undefined);
  const { create, more, rowActions } = useListActions(list, routes, () => setDialog('batchUpdate'));
  const dialogs = useDialogs(list, setDialog);
  const detailPath = (row: Row) =>
    slots.detailPath
      ? slots.detailPath(row)
      : can(resource.view?.permissions.view)
        ? paths.detail(row)
        : undefined;
  const createNow = create.find(
    ({ name, can: possible, has }) => name === 'create' && possible !== false && has !== false,
  );
  useShortcut('r', list.reload, { enabled: isMain });
  useShortcut('c', () => createNow && void run(createNow), { enabled: isMain && createNow !== undefined });
  const body = { list, rowActions, create, detailPath };
  return (
    <ListScopeProvider
      value={{
        url: resource.url,
        canUpdate: resource.access.canUpdate,
        detailPath,
        onOpen: slots.onOpen,
        onLabel: (label) => list.setLabels([...new Set([...list.labels, label])]),
        placeOf: (row) => (list.page - 1) * list.pageSize + list.rows.indexOf(row) + 1,
        refetch: list.refetch,
      }}
    >
      <div className={cx(styles.card, !isMain && styles.embedded, isBare && styles.bare)}>
        {isMobile ? (
          <Suspense fallback={<SkeletonRows rows={6} columns={2} height={96} />}>
            <GoneNote list={list} />
            <MobileList {...body} more={more} dialogs={dialogs} treeButton={treeButton} />
          </Suspense>
        ) : (
          <>
            <ListToolbar {...{ list, create, more, dialogs, treeButton }} hasShortcuts={isMain} />
            <GoneNote list={list} />
            <ListTable {...body} />
            <ListFooter list={list} />
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {dialog === 'columns' && <ColumnSettings list={list} onClose={close} />}
        {dialog === 'export' && <ExportDialog list={list} onClose={close} />}
        {dialog === 'import' && <ImportDialog list={list} onClose={close} />}
        {dialog === 'batchUpdate' && <BatchUpdateDialog list={list} onClose={close} />}
      </Suspense>
    </ListScopeProvider>
  );
}
