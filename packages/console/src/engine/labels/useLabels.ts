import type { label } from '@gatehouse/contract/resources/labels/label.ts';
import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';
import { follows } from '../../platform/query.ts';
import { rowsOf } from '../list/rowsOf.ts';

/** A label as listed by its resource. */
export type Label = { id: string; name: string; value: string };

/** Stands for any value of a key. */
export const ANY = '*';

/**
 * All labels, or those of one key; reloaded whenever they are offered, because saving any row may add one.
 */
export const useLabels = (name?: string, isEnabled = true) => {
  const http = useHttp();
  const result = useQuery({
    queryKey: ['labels', name ?? ''],
    queryFn: ({ signal }) =>
      http.list<typeof label>('/api/v1/labels/labels/', {
        params: { name },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: isEnabled,
    meta: follows('labels'),
  });
  const { isPending, error, refetch } = result;
  return { labels: rowsOf(result.data).rows, isPending, error, refetch };
};

/** Every label key. */
export const useLabelKeys = (isEnabled = true) => {
  const http = useHttp();
  const result = useQuery({
    queryKey: ['labels', 'keys'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/labels/labels/keys/', { signal, disableFlashErrorMsg: true }),
    enabled: isEnabled,
    meta: follows('labels'),
  });
  return { keys: result.data ?? [], isPending: result.isPending };
};

/** Values of the labels by key. */
export const byKey = (labels: readonly Label[]): Map<string, string[]> => {
  const groups = new Map<string, string[]>();
  for (const { name, value } of labels) groups.set(name, [...(groups.get(name) ?? []), value]);
  return groups;
};
