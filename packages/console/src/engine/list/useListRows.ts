import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';
import type { Row } from '../resource/row.ts';
import type { Rows } from './rowsOf.ts';
import { useFollow } from './useFollow.ts';

/** Rows of one page. The previous rows stay while new ones load; after a failure there are none. */
export const useListRows = (
  url: string,
  params: Record<string, string>,
  read: (answer: never) => Rows<Row>,
  refreshAfter?: (rows: readonly Row[]) => number | undefined,
) => {
  const http = useHttp();
  const client = useQueryClient();
  const queryKey = ['list', url, params];
  const result = useQuery({
    queryKey,
    queryFn: ({ signal }) => http.get<unknown>(url, { params, signal, disableFlashErrorMsg: true }),
    placeholderData: keepPreviousData,
  });
  const answer = result.isError ? undefined : result.data;
  const found = read(answer as never);
  useFollow({
    queryKey,
    afterMs: result.isSuccess && !result.isFetching ? refreshAfter?.(found.rows) : undefined,
    load: (signal) => http.get<unknown>(url, { params, signal, disableFlashErrorMsg: true }),
  });
  return {
    ...found,
    isFirstLoad: result.isPending,
    isFetching: result.isFetching,
    error: result.error,
    /** Cancels a pending request first: its answer may be older than what the page has just written. */
    refetch: async () => {
      await client.cancelQueries({ queryKey, exact: true });
      await result.refetch();
    },
  };
};
