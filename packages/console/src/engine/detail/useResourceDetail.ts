import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onChanged, useIsTold, waitBetween } from '../../platform/changes.ts';
import { HttpError } from '../../platform/http/HttpError.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { ASK_ABILITIES } from '../resource/abilities.ts';
import { nameOf, type Row, type RowIn } from '../resource/row.ts';
import { rowUrl } from '../resource/url.ts';
import { usePatch } from '../resource/usePatch.ts';
import { type Resource, useResource } from '../resource/useResource.ts';

/**
 * Controller of a detail: the row, its permitted actions, and how to change it. The always-true condition
 * makes the compiler compare details by their rows, not by their definitions.
 */
export type DetailController<D = Row> = [RowIn<D, 'retrieve'>] extends [infer R] ? DetailOf<R> : never;

/** The controller of a detail, by the type of its row. */
export type DetailOf<R> = {
  id: string;
  url: string;
  resource: Resource;
  /** The loaded row; there is no `DetailOf` before it is loaded. */
  row: R;
  name: string;
  refetch: () => void;
  /**
   * Changes fields of the row and shows the server's result; with a `title`, also reports success under that
   * name.
   */
  patch: (changes: Record<string, unknown>, title?: string) => Promise<void>;
};

/** A detail that may still be loading. */
export type DetailState<D = Row> = {
  detail: DetailController<D> | undefined;
  resource: Resource;
  isPending: boolean;
  error: Error | null;
  refetch: UseQueryResult['refetch'];
};

/** Whether the row was deleted or is forbidden: what was loaded before must then no longer be shown. */
const isLost = (error: unknown) =>
  error instanceof HttpError && (error.status === 404 || error.status === 403);

/** Loads a row and its permitted actions; the page itself shows failures. */
export function useResourceDetail<D = Row>(
  url: string,
  id: string,
  refreshAfter?: (row: RowIn<D, 'retrieve'>) => number | undefined,
): DetailState<D>;
export function useResourceDetail(
  url: string,
  id: string,
  refreshAfter?: (row: Row) => number | undefined,
): DetailState {
  const http = useHttp();
  const patch = usePatch();
  const client = useQueryClient();
  const resource = useResource(url);
  const queryKey = ['row', url, id];
  const isTold = useIsTold(url);
  const followMs = (row: Row | undefined, failure: unknown) =>
    row && !isLost(failure) ? refreshAfter?.(row) : undefined;
  const { data, isPending, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      http.get<Row>(rowUrl(url, id), { params: ASK_ABILITIES, signal, disableFlashErrorMsg: true }),
    refetchInterval: ({ state }) => {
      const afterMs = followMs(state.data, state.error);
      return afterMs !== undefined && waitBetween(afterMs, isTold);
    },
  });
  const isFollowed = followMs(data, error) !== undefined;
  useEffect(() => {
    if (!isFollowed) return undefined;
    return onChanged((path) => {
      if (url.includes(path)) void refetch();
    });
  }, [isFollowed, url, refetch]);
  const row = isLost(error) ? undefined : data;
  const readAgain = () => void refetch();
  const detail: DetailController | undefined = row && {
    id,
    url,
    resource,
    row,
    name: nameOf(row, resource.label),
    refetch: readAgain,
    patch: async (changes, title) => {
      const saved = await patch(rowUrl(url, id), changes, title);
      client.setQueryData<Row>(queryKey, (before) => (before ? { ...before, ...saved } : saved));
    },
  };
  return { detail, resource, isPending, error, refetch };
}
