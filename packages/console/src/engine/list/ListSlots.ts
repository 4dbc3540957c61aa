import type { ReactNode } from 'react';
import type { Action } from '../action/Action.ts';
import type { FieldIn, Row, RowIn } from '../resource/row.ts';
import type { PagingName } from './paging/paging.ts';
import type { SearchOption } from './search/tagSearch.ts';
import type { ColumnsIn } from './table/columns.ts';
import type { ListOf } from './useListController.ts';

/**
 * What a page may say about the list of its definition; everything else comes from metadata. `Own` names the columns it
 * adds to those of the fields.
 */
export type ListSlots<D = Row, Own extends string = never> = ListSlotsOf<
  RowIn<D, 'list'>,
  ColumnsIn<D, Own>,
  FieldIn<D> | Own
>;

/** The same, by the row, the columns and the names of the fields. */
export type ListSlotsOf<R, Columns, Name extends string> = {
  columns?: Columns;
  exclude?: readonly Name[];
  defaults?: readonly (Name | 'actions')[];
  mins?: readonly (Name | 'actions')[];
  /** Actions of a row, given the usual ones (update, delete, clone). */
  rowActions?(row: R, usual: Action[], list: ListOf<R>): Action[];
  /** Actions over the chosen rows, given the usual ones (delete, update). */
  moreActions?(usual: Action[], list: ListOf<R>): Action[];
  /** Buttons at the left of the toolbar, given the usual create button. */
  createActions?(usual: Action, list: ListOf<R>): Action[];
  /** Buttons at the right of the toolbar, before its icons. */
  tools?(list: ListOf<R>): Action[];
  /** A tool a page takes away is not there at all; one it only forbids is there and cannot be used. */
  hasCreate?: boolean;
  hasBulkDelete?: boolean;
  hasBulkUpdate?: boolean;
  canCreate?: boolean;
  canBulkDelete?: boolean;
  canBulkUpdate?: boolean;
  canImport?: boolean;
  canExport?: boolean;
  canExportAll?: boolean;
  canExportSelected?: boolean;
  canExportFiltered?: boolean;
  hasMoreActions?: boolean;
  hasSearch?: boolean;
  hasColumnSetting?: boolean;
  hasLabels?: boolean;
  /** Range over the list's time column, a week back to tomorrow at first. */
  hasDateRange?: boolean;
  hasImport?: boolean;
  hasExport?: boolean;
  hasRefresh?: boolean;
  hasSelection?: boolean;
  /** Search options beyond the metadata. */
  searchOptions?: readonly SearchOption[];
  searchExclude?: readonly Name[];
  /** How the collection is asked for its rows; by limit and offset unless told. */
  paging?: PagingName;
  /** Metadata of another collection, for addresses that have none of their own. */
  metadataUrl?: string;
  /** Id of rows that travel without one. */
  rowId?(row: R): string;
  /** Always sent. */
  params?: Record<string, unknown>;
  /** Names of the address that narrow the list as a place, not as a filter. */
  scopeKeys?: readonly string[];
  /** Fields of the batch update dialog, and those of them that cannot be chosen here. */
  batchFields?: readonly Name[];
  batchDisabled?: readonly Name[];
  exportUrl?: (url: string) => string;
  /** Permission an export needs beyond viewing. */
  exportNeed?: string;
  exportConfirm?: 'mfa';
  /** One line said in the export dialog. */
  exportTip?: string;
  /** Makes the file instead of the usual download, given its query. */
  onExport?(query: Record<string, string | undefined>, list: ListOf<R>): void | Promise<void>;
  /** Instead of the import dialog. */
  onImport?: () => void;
  canImportCreate?: boolean;
  canImportUpdate?: boolean;
  detailPath?(row: R): string | undefined;
  /** Opens a row in a dialog instead of leading to its page. */
  onOpen?(row: R): void;
  rowTone?(row: R): 'off' | 'bad' | undefined;
  icon?(row: R): ReactNode;
  expand?(row: R): ReactNode;
  /** One line said where nothing exists yet. */
  emptyText?: string;
  /** Names a row in confirmations. */
  rowName?(row: R): string;
};
