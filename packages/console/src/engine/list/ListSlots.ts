import type { ListMode } from '@gatehouse/contract/console/ListMode.ts';
import type { ReactNode } from 'react';
import type { Action } from '../action/Action.ts';
import type { FieldIn, Row, RowIn } from '../resource/row.ts';
import type { SearchOption } from './search/tagSearch.ts';
import type { ColumnsIn } from './table/columns.ts';
import type { ListOf } from './useListController.ts';

/**
 * What a page may customise in its list; everything else comes from metadata. `Own` names the columns it adds
 * to the fields.
 */
export type ListSlots<D = Row, Own extends string = never> = ListSlotsOf<
  RowIn<D, 'list'>,
  ColumnsIn<D, Own>,
  FieldIn<D> | Own
>;

/** The same, by row, columns and field names. */
export type ListSlotsOf<R, Columns, Name extends string> = {
  columns?: Columns;
  /** How the list looks and what it offers, declared beside its definition. */
  mode?: ListMode<Name>;
  /** Actions of a row, based on the usual ones (update, delete, clone). */
  rowActions?(row: R, usual: Action[], list: ListOf<R>): Action[];
  /** Actions for the selected rows, based on the usual ones (delete, update). */
  moreActions?(usual: Action[], list: ListOf<R>): Action[];
  /** Buttons on the left of the toolbar, based on the usual create button. */
  createActions?(usual: Action, list: ListOf<R>): Action[];
  /** Buttons on the right of the toolbar, before its icons. */
  tools?(list: ListOf<R>): Action[];
  /** Search options beyond the metadata. */
  searchOptions?: readonly SearchOption[];
  /** Id of rows that are sent without one. */
  rowId?(row: R): string;
  /** Always sent. */
  params?: Record<string, unknown>;
  /** Fields of the batch update dialog that cannot be chosen here. */
  batchDisabled?: readonly Name[];
  exportUrl?: (url: string) => string;
  /** A note in the export dialog. */
  exportTip?: string;
  /** Creates the file instead of the usual download; gets its query. */
  onExport?(query: Record<string, string | undefined>, list: ListOf<R>): void | Promise<void>;
  /** Instead of the import dialog. */
  onImport?: () => void;
  detailPath?(row: R): string | undefined;
  /** Opens a row in a dialog instead of leading to its page. */
  onOpen?(row: R): void;
  rowTone?(row: R): 'off' | 'bad' | undefined;
  icon?(row: R): ReactNode;
  expand?(row: R): ReactNode;
  /** A note shown while the list is empty. */
  emptyText?: string;
  /** Names a row in confirmations. */
  rowName?(row: R): string;
};
