import { pageParams } from '@gatehouse/contract/wire/savedFilters.ts';
import { type Paging, pagings } from './paging/paging.ts';

/** Filters, order, page and dates of a list as flat text, as in the address bar. */
export type ListQuery = Readonly<Record<string, string>>;

/** Query parameters that choose a position in the list and do not narrow it. */
const POSITION = new Set(['page', 'order']);
/** Query parameters that belong to the page; no list sends them. */
const PAGE_ONLY = new Set(pageParams);
const DATES = new Set(['date_from', 'date_to']);

/** Parameters as sent: trimmed, without empty ones. */
export const cleanParams = (params: Record<string, unknown>): Record<string, string> => {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    const text = String(value).trim();
    if (text !== '') clean[name] = text;
  }
  return clean;
};

/** Filters of a query: everything that narrows the list, except dates and `scopeKeys`. */
export const filtersOf = (query: ListQuery, scopeKeys: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).filter(
      ([name, value]) =>
        value !== '' &&
        !POSITION.has(name) &&
        !PAGE_ONLY.has(name) &&
        !DATES.has(name) &&
        !scopeKeys.includes(name),
    ),
  );

/**
 * Query of a page request: filters, dates and fixed parameters, plus page, size and order in the form that
 * the collection expects.
 */
export const requestParams = (
  query: ListQuery,
  input: {
    pageSize: number;
    paging?: Paging;
    fixed?: Record<string, unknown>;
    dates?: { date_from: string; date_to: string };
  },
): Record<string, string> => {
  const rest = Object.fromEntries(
    Object.entries(query).filter(([name]) => !POSITION.has(name) && !PAGE_ONLY.has(name)),
  );
  const { pageSize, paging = pagings.limit } = input;
  return cleanParams({
    ...input.fixed,
    ...input.dates,
    ...rest,
    ...paging.params({ page: pageOf(query), size: pageSize, order: query.order }),
  });
};

/** Query of an export: the parameters of a list without paging, date range, `draw` and `display`. */
export const exportParams = (params: Record<string, string>): Record<string, string> => {
  const {
    limit: _limit,
    offset: _offset,
    date_from: _from,
    date_to: _to,
    draw: _draw,
    display: _display,
    ...rest
  } = params;
  return rest;
};

/** One-based page of a query. */
export const pageOf = (query: ListQuery): number => {
  const page = Number(query.page);
  return Number.isInteger(page) && page > 0 ? page : 1;
};

/** Direction a column is sorted in. */
export const directionOf = (query: ListQuery, name: string): 'ascending' | 'descending' | undefined => {
  const order = query.order?.split(',')[0];
  if (order === name) return 'ascending';
  return order === `-${name}` ? 'descending' : undefined;
};

/** Order after clicking a heading: ascending, descending, none. */
export const nextOrder = (query: ListQuery, name: string): string | undefined => {
  const direction = directionOf(query, name);
  if (direction === undefined) return name;
  return direction === 'ascending' ? `-${name}` : undefined;
};

/** Numbers of the first and last row of a page, as in `1–15 of 64`; 0 and 0 for an empty list. */
export const rangeOf = (page: number, pageSize: number, total: number): { from: number; to: number } => ({
  from: total === 0 ? 0 : (page - 1) * pageSize + 1,
  to: Math.min(page * pageSize, total),
});
