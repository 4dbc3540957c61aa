import type { ListMode } from '@gatehouse/contract/console/ListMode.ts';
import type { ReactNode } from 'react';
import type { Action } from '../action/Action.ts';
import type { Input } from '../fields/FieldUi.ts';
import type { FieldIn, Row, RowIn } from '../resource/row.ts';
import type { Resource } from '../resource/useResource.ts';
import type { Selection } from '../table/Column.ts';
import type { ListQuery } from './listQuery.ts';
import type { Paging } from './paging/paging.ts';
import type { SearchOption, TagFilter } from './search/tagSearch.ts';
import type { ColumnModel, ColumnPlan, ColumnsIn } from './table/columns.ts';
import type { useTableLook } from './table/useTableLook.ts';
import type { DateRange } from './toolbar/dateRange.ts';

/**
 * What a page may customize in its list; everything else comes from metadata. `Own` names the columns it adds
 * to the fields.
 */
export type ListSlots<D = Row, Own extends string = never> = ListSlotsOf<
  RowIn<D, 'list'>,
  ColumnsIn<D, Own>,
  FieldIn<D> | Own
>;

/** `ListSlots` by the types of the row, of the columns and of the field names. */
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
  /** Returns an id for rows that the server sends without one. */
  rowId?(row: R): string;
  /** Query parameters sent with every request for rows. */
  params?: Record<string, unknown>;
  /** Fields that the batch update dialog shows as disabled. */
  batchDisabled?: readonly Name[];
  /** Inputs of the batch update dialog, in place of those of the fields' kinds. */
  batchInputs?: { readonly [N in Name]?: Input };
  exportUrl?: (url: string) => string;
  /** A note in the export dialog. */
  exportTip?: string;
  /** Creates the file in place of the usual export; gets the query of the export. */
  onExport?(query: Record<string, string | undefined>, list: ListOf<R>): void | Promise<void>;
  /** Called in place of opening the import dialog. */
  onImport?: () => void;
  /** Milliseconds after which rows that change by themselves are loaded again, while the page is seen. */
  refreshAfter?(rows: readonly R[]): number | undefined;
  detailPath?(row: R): string | undefined;
  /** Opens a row in a dialog instead of leading to its page. */
  onOpen?(row: R): void;
  rowTone?(row: R): 'off' | 'bad' | undefined;
  icon?(row: R): ReactNode;
  expand?(row: R): ReactNode;
  /** A note shown while the list is empty, unless filters are set. */
  emptyText?: string;
  /** Names a row in confirmations and accessible names. */
  rowName?(row: R): string;
};

/** Controller of a list: its rows, filters, columns and selection, and how to change them. */
export type ListController<D = Row> = ListOf<RowIn<D, 'list'>>;

/** The controller of a list, by the type of its row. */
export type ListOf<R> = ReturnType<typeof useTableLook> & {
  /** Name under which its columns and filters are saved. */
  name: string;
  resource: Resource;
  slots: ListSlots;
  paging: Paging;
  rows: R[];
  total: number;
  /** Asks for the exact number of rows; set while `total` is an estimate. */
  countExactly?: (() => void) | undefined;
  loading: 'skeleton' | 'busy' | undefined;
  error: unknown;
  refetch: () => void;
  /** Reloads the rows at the user's request, and clears the selection except in a picker. */
  reload: () => void;
  query: ListQuery;
  changeQuery: (changes: Record<string, string | undefined>) => void;
  /** Query of the current page as it was sent. */
  params: Record<string, string>;
  page: number;
  pageSize: number;
  setPage: (page: number) => void;
  setPageSize: (size: number) => void;
  toggleOrder: (name: string) => void;
  setOrder: (order: string | undefined) => void;
  filters: Record<string, string>;
  hasFilters: boolean;
  setFilter: (name: string, value: string | undefined) => void;
  clearFilters: () => void;
  searchOptions: SearchOption[];
  tags: TagFilter[];
  setTags: (tags: TagFilter[], options?: { replace: boolean }) => void;
  labels: string[];
  setLabels: (labels: string[]) => void;
  dates: DateRange | undefined;
  setDates: (dates: DateRange) => void;
  plan: ColumnPlan;
  shown: ColumnModel[];
  setShown: (names: string[] | undefined) => void;
  selection: Selection<R>;
  /** Whether the list is a picker. */
  isPicking: boolean;
  nameOfRow(row: R): string;
};
