import { useCallback, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTag } from '../../platform/route/useTag.ts';
import type { ListQuery } from './listQuery.ts';

/** The filters, dates, order and page of a list, wherever they are stored. */
export type ListState = {
  query: ListQuery;
  /**
   * Changes some parameters; undefined removes one. Any change other than to the page goes back to page one.
   */
  patch: (changes: Record<string, string | undefined>, options?: { replace?: boolean }) => void;
};

const applied = (query: ListQuery, changes: Record<string, string | undefined>): Record<string, string> => {
  const next: Record<string, string | undefined> = { ...query, ...changes };
  if (!('page' in changes)) delete next.page;
  return Object.fromEntries(
    Object.entries(next).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );
};

/** Keeps a list's state in the address bar, so that the back button undoes a change of filters. */
export const useUrlState = (): ListState => {
  const [search, setSearch] = useSearchParams();
  const { isShown } = useTag();
  // While its page is in the background, a list ignores the address, which belongs to the page in front.
  const [shownText, setShownText] = useState(() => search.toString());
  const text = isShown ? search.toString() : shownText;
  if (text !== shownText) setShownText(text);
  const query = useMemo<ListQuery>(() => Object.fromEntries(new URLSearchParams(text)), [text]);
  // The address changes with a delay; a further change builds on the one still pending.
  const coming = useRef<{ from: string; query: ListQuery }>(undefined);
  const { key } = useLocation();
  const patch = useCallback(
    (changes: Record<string, string | undefined>, options?: { replace?: boolean }) =>
      setSearch((now) => {
        const before = coming.current?.from === key ? coming.current.query : Object.fromEntries(now);
        const query = applied(before, changes);
        coming.current = { from: key, query };
        return new URLSearchParams(query);
      }, options),
    [setSearch, key],
  );
  return { query, patch };
};

/** Keeps the state of an embedded list in memory. */
export const useMemoryState = (initial: ListQuery = {}): ListState => {
  const [query, setQuery] = useState<ListQuery>(initial);
  const patch = useCallback(
    (changes: Record<string, string | undefined>) => setQuery((now) => applied(now, changes)),
    [],
  );
  return { query, patch };
};
