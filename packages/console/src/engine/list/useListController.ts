import type { ListMode } from '@gatehouse/contract/console/ListMode.ts';
import { useEffect, useMemo, useState } from 'react';
import { usePlatform } from '../../platform/Platform.tsx';
import { useWords } from '../i18n/useWords.ts';
import { ASK_ABILITIES } from '../resource/abilities.ts';
import { nameOf, type Row, type RowIn } from '../resource/row.ts';
import { type Resource, useResource } from '../resource/useResource.ts';
import { useSelection } from './actions/useSelection.ts';
import type { ListController, ListSlots } from './ListSlots.ts';
import { cleanParams, filtersOf, nextOrder, pageOf, requestParams } from './listQuery.ts';
import { type Paging, pagings, WHOLE } from './paging/paging.ts';
import { searchOptionsOf } from './search/searchOptions.ts';
import { queryOfTags, type TagFilter, tagsOfQuery } from './search/tagSearch.ts';
import { columnPlan, shownColumns } from './table/columns.ts';
import { useTableLook } from './table/useTableLook.ts';
import { type DateRange, defaultRange } from './toolbar/dateRange.ts';
import { useListRows } from './useListRows.ts';
import type { ListState } from './useListState.ts';

type Input<D = Row, Own extends string = never> = {
  name: string;
  url: string;
  state: ListState;
  slots?: ListSlots<D, Own>;
  /** Initial selection of a picker; in pickers, the selection survives a change of filters. */
  chosen?: readonly RowIn<D, 'list'>[];
};

const NO_SLOTS: ListSlots = {};
const NO_MODE: ListMode = {};

const useColumns = (name: string, resource: Resource, slots: ListSlots) => {
  const t = useWords();
  const { storage } = usePlatform();
  const [saved, setSaved] = useState(() => storage.tableConfig.get(name));
  const { metas, view } = resource;
  const plan = useMemo(
    () =>
      columnPlan({
        metas,
        view,
        slots: slots.columns,
        mode: slots.mode,
        t,
      }),
    [metas, view, slots, t],
  );
  const setShown = (names: string[] | undefined) => {
    storage.tableConfig.set(name, names ?? plan.defaults);
    setSaved(names ?? plan.defaults);
  };
  return { name, plan, shown: shownColumns(plan, saved), setShown };
};

/**
 * The rows with the ids of `rowId`. The objects stay the same until the next load, so that a selection
 * redraws only the row that was clicked.
 */
const useOwnIds = (rows: Row[], rowId: ListSlots['rowId']): Row[] =>
  useMemo(() => (rowId ? rows.map((row) => ({ ...row, id: rowId(row) })) : rows), [rows, rowId]);

const usePageSize = (paging: Paging) => {
  const { storage } = usePlatform();
  const [pageSize, setSize] = useState(() =>
    paging.isRemembered ? storage.paginationSize.get() : (paging.sizes[0] ?? WHOLE),
  );
  const remember = (size: number) => {
    if (paging.isRemembered) storage.paginationSize.set(size);
    setSize(size);
  };
  return [pageSize, remember] as const;
};

const useFilters = (state: ListState, resource: Resource, slots: ListSlots) => {
  const t = useWords();
  const { query, patch } = state;
  const { metas } = resource;
  const scopeKeys = slots.mode?.scopeKeys;
  const searchOptions = useMemo(
    () => searchOptionsOf({ metas, added: slots.searchOptions, exclude: slots.mode?.searchExclude, t }),
    [metas, slots, t],
  );
  const filters = useMemo(() => filtersOf(query, scopeKeys), [query, scopeKeys]);
  const tags = useMemo(
    () => tagsOfQuery(filters, searchOptions, t('search.freeText')),
    [filters, searchOptions, t],
  );
  const without = (names: readonly string[]) => Object.fromEntries(names.map((key) => [key, undefined]));
  return {
    searchOptions,
    filters,
    changeQuery: patch,
    hasFilters: Object.keys(filters).length > 0,
    tags,
    setTags: (next: TagFilter[], options?: { replace: boolean }) =>
      patch({ ...without(tags.map(({ key }) => key)), ...queryOfTags(next) }, options),
    setFilter: (key: string, value: string | undefined) => patch({ [key]: value }),
    clearFilters: () => patch({ ...without(Object.keys(filters)), saved: undefined }),
    labels: (query.labels ?? '').split(',').filter(Boolean),
    setLabels: (next: string[]) => patch({ labels: next.join(',') || undefined }),
  };
};

const useDates = (state: ListState, isOn: boolean | undefined) => {
  const [initial] = useState(defaultRange);
  const { date_from, date_to } = state.query;
  const dates = isOn ? (date_from && date_to ? { date_from, date_to } : initial) : undefined;
  return { dates, setDates: (next: DateRange) => state.patch(next) };
};

/** Has the server count all rows, however many. */
const ASK_COUNT = { count: 'exact' };

/** The logic of a list: its metadata, rows, filters, columns and selection. */
export function useListController<D = Row, Own extends string = never>(
  input: Input<D, Own>,
): ListController<D>;
export function useListController(input: Input): ListController {
  const { state, url, slots = NO_SLOTS } = input;
  const { mode = NO_MODE } = slots;
  const resource = useResource(url, mode.metadataUrl);
  const paging: Paging = pagings[mode.paging ?? 'limit'];
  const [pageSize, rememberSize] = usePageSize(paging);
  const columns = useColumns(input.name, resource, slots);
  const look = useTableLook(input.name);
  const filters = useFilters(state, resource, slots);
  const { dates, setDates } = useDates(state, mode.dateRange);
  const params = requestParams(state.query, { pageSize, paging, fixed: slots.params, dates });
  const listed = JSON.stringify([url, cleanParams(filters.filters), dates, slots.params]);
  const [counted, setCounted] = useState<string>();
  const list = useListRows(
    url,
    { ...params, ...(mode.abilities && ASK_ABILITIES), ...(counted === listed && ASK_COUNT) },
    paging.read,
    slots.refreshAfter,
  );
  const rows = useOwnIds(list.rows, slots.rowId);
  const isPicking = input.chosen !== undefined;
  const selection = useSelection({
    listed: isPicking ? 'picker' : listed,
    page: rows,
    initial: input.chosen,
  });
  const refetch = () => void list.refetch();
  const page = pageOf(state.query);
  const lastPage = Math.max(1, Math.ceil(list.total / pageSize));
  const isPastEnd = !list.isFetching && list.total > 0 && page > lastPage;
  useEffect(() => {
    if (isPastEnd) state.patch({ page: String(lastPage) }, { replace: true });
  }, [isPastEnd, lastPage, state.patch]);
  return {
    resource,
    slots,
    paging,
    rows,
    total: list.total,
    countExactly: list.isEstimate ? () => setCounted(listed) : undefined,
    loading: list.isFirstLoad || resource.isPending ? 'skeleton' : list.isFetching ? 'busy' : undefined,
    // Only errors of the rows: a list whose metadata failed still shows the page's own columns.
    error: list.error,
    refetch,
    reload: () => {
      if (!isPicking) selection.clear();
      refetch();
    },
    query: state.query,
    params,
    page,
    pageSize,
    setPage: (next) => state.patch({ page: String(next) }),
    setPageSize: (size) => {
      rememberSize(size);
      state.patch({ page: undefined });
    },
    toggleOrder: (name) => state.patch({ order: nextOrder(state.query, name) }),
    setOrder: (order) => state.patch({ order }),
    ...filters,
    dates,
    setDates,
    ...columns,
    ...look,
    selection,
    isPicking,
    nameOfRow: (row) => slots.rowName?.(row) ?? nameOf(row, mode.rowName ?? resource.label),
  };
}
