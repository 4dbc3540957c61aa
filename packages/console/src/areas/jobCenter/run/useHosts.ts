import { useQueries } from '@tanstack/react-query';
import { useHttp } from '../../../platform/Platform.tsx';
import { useTag } from '../../../platform/route/useTag.ts';
import { type Host, type HostFilter, type HostPage, isOpen, type RunFacts, totalOf } from './hosts.ts';
import { nextLook } from './useJobRun.ts';

/** Machines per request. */
export const pageSize = 100;

/** The pages that hold these lines. */
export const pagesOf = (first: number, last: number): number[] => {
  const [from, to] = [Math.floor(first / pageSize), Math.floor(Math.max(first, last - 1) / pageSize)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
};

/** Whether a page may still change: machines of it have not ended, or others may join it. */
const mayChange = (page: HostPage, { state, search }: HostFilter): boolean =>
  page.hosts.length === 0 || state !== undefined || search !== '' || page.hosts.some(isOpen);

/**
 * The machines in the lines that are in view, page by page: only these are asked for, and asked again only while they
 * may change.
 */
export const useHosts = (
  id: string,
  facts: RunFacts | undefined,
  filter: HostFilter,
  view: { first: number; last: number },
) => {
  const http = useHttp();
  const { isShown } = useTag();
  const listed = facts ? (filter.state ? facts.counts[filter.state] : totalOf(facts)) : 0;
  const pages = pagesOf(view.first, filter.search === '' ? Math.min(view.last, listed) : view.last);
  const found = useQueries({
    queries: pages.map((page) => ({
      queryKey: ['jobHosts', id, filter.state ?? '', filter.search, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        http.call('GET /api/v1/ops/job-executions/:id/hosts/', {
          params: { id },
          query: {
            limit: String(pageSize),
            offset: String(page * pageSize),
            ...(filter.state && { state: filter.state }),
            ...(filter.search && { search: filter.search }),
          },
          signal,
          disableFlashErrorMsg: true,
        }),
      refetchInterval: ({ state }: { state: { data: HostPage | undefined } }) =>
        (isShown && state.data && mayChange(state.data, filter) && nextLook(state.data)) || false,
      staleTime: ({ state }: { state: { data: HostPage | undefined } }) =>
        state.data && !(nextLook(state.data) && mayChange(state.data, filter)) ? Number.POSITIVE_INFINITY : 0,
    })),
  });
  const hostAt = (line: number): Host | undefined =>
    found[pages.indexOf(Math.floor(line / pageSize))]?.data?.hosts[line % pageSize];
  const last = found.at(-1)?.data;
  // How many outputs contain a text is not counted: the list grows as it is read.
  const known = (pages.at(-1) ?? 0) * pageSize + (last ? last.hosts.length + (last.has_more ? 1 : 0) : 0);
  return {
    count: filter.search === '' ? listed : known,
    hostAt,
    isPending: found.some(({ isPending }) => isPending),
    failed: found.find(({ error }) => error !== null),
  };
};
