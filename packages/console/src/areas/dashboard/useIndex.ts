import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';

/** Dashboard numbers; the server answers only with those requested. */
export type IndexAnswer = AnswerOf<Calls['GET /api/v1/index/']>;

/** Requests dashboard numbers, optionally over some days; keeps the old ones while loading. */
export const useIndex = (flags: readonly string[], days?: number): UseQueryResult<IndexAnswer> => {
  const http = useHttp();
  return useQuery({
    queryKey: ['index', ...flags, days],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/index/', {
        query: { ...Object.fromEntries(flags.map((flag) => [flag, 1])), days: days?.toString() },
        disableFlashErrorMsg: true,
        signal,
      }),
  });
};
