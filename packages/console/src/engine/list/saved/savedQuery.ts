import { pageParams } from '@gatehouse/contract/wire/savedFilters.ts';
import type { ListQuery } from '../listQuery.ts';

/** Dates are chosen anew each time; a saved filter leaves them as they are. */
const isSaved = (name: string): boolean =>
  !pageParams.includes(name) && name !== 'date_from' && name !== 'date_to';

const savedPart = (query: ListQuery): [string, string][] =>
  Object.entries(query).filter(([name, value]) => isSaved(name) && value.trim() !== '');

/** What a saved filter keeps of a list's query, as the server stores it: search, filters, node and order. */
export const savedText = (query: ListQuery): string =>
  new URLSearchParams(
    savedPart(query)
      .map(([name, value]) => [name, value.trim()])
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  ).toString();

/** The changes that turn a list's query into that of a saved filter. */
export const changesTo = (
  query: ListQuery,
  filter: { id: string; query: string },
): Record<string, string | undefined> => ({
  ...Object.fromEntries(savedPart(query).map(([name]) => [name, undefined])),
  ...Object.fromEntries([...new URLSearchParams(filter.query)].filter(([name]) => isSaved(name))),
  saved: filter.id,
});
