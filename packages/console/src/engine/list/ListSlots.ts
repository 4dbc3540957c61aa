import type { ReactNode } from 'react';
import type { Action } from '../action/Action.ts';
import type { Row } from '../resource/row.ts';
import type { ColumnSlot } from './columns.ts';
import type { PagingName } from './paging.ts';
import type { SearchOption } from './tagSearch.ts';
import type { ListController } from './useListController.ts';

/** What a page may say about its list; everything else comes from metadata. */
export type ListSlots = {
  columns?: Record<string, ColumnSlot>;
  exclude?: readonly string[];
  defaults?: readonly string[];
  mins?: readonly string[];
  /** Actions of a row, given the usual ones (update, delete, clone). */
  rowActions?: (row: Row, usual: Action[], list: ListController) => Action[];
  /** Actions over the chosen rows, given the usual ones (delete, update). */
  moreActions?: (usual: Action[], list: ListController) => Action[];
  /** Buttons at the left of the toolbar, given the usual create button. */
  createActions?: (usual: Action, list: ListController) => Action[];
  /** Buttons at the right of the toolbar, before its icons. */
  tools?: (list: ListController) => Action[];
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
  searchExclude?: readonly string[];
  /** How the collection is asked for its rows; by limit and offset unless told. */
  paging?: PagingName;
  /** Metadata of another collection, for addresses that have none of their own. */
  metadataUrl?: string;
  /** Id of rows that travel without one. */
  rowId?: (row: Row) => string;
  /** Always sent. */
  params?: Record<string, unknown>;
  /** Names of the address that narrow the list as a place, not as a filter. */
  scopeKeys?: readonly string[];
  /** Fields of the batch update dialog, and those of them that cannot be chosen here. */
  batchFields?: readonly string[];
  batchDisabled?: readonly string[];
  exportUrl?: (url: string) => string;
  /** Permission an export needs beyond viewing. */
  exportNeed?: string;
  exportConfirm?: 'mfa';
  /** One line said in the export dialog. */
  exportTip?: string;
  /** Makes the file instead of the usual download, given its query. */
  onExport?: (query: Record<string, string | undefined>, list: ListController) => void | Promise<void>;
  /** Instead of the import dialog. */
  onImport?: () => void;
  canImportCreate?: boolean;
  canImportUpdate?: boolean;
  detailPath?: (row: Row) => string | undefined;
  /** Opens a row in a dialog instead of leading to its page. */
  onOpen?: (row: Row) => void;
  rowTone?: (row: Row) => 'off' | 'bad' | undefined;
  icon?: (row: Row) => ReactNode;
  expand?: (row: Row) => ReactNode;
  /** One line said where nothing exists yet. */
  emptyText?: string;
  /** Names a row in confirmations. */
  rowName?: (row: Row) => string;
};
