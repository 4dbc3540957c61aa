import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { adhoc } from '@gatehouse/contract/resources/ops/adhoc.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useHttp } from '../../../platform/Platform.tsx';

/** The command template from which the address says a new job is made; `isPending` without one is false. */
export const useTemplate = () => {
  const http = useHttp();
  const [search] = useSearchParams();
  const id = search.get('type') === 'adhoc' ? search.get('id') : null;
  const query = useQuery({
    queryKey: ['commandTemplate', id],
    queryFn: ({ signal }) =>
      http.get<RowOf<typeof adhoc>>(`/api/v1/ops/adhocs/${encodeURIComponent(id ?? '')}/`, {
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { template: query.data, isPending: id !== null && query.isPending, query };
};
