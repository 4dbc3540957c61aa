import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../../platform/Platform.tsx';

/** What an asset type allows on its platforms; empty for an unknown type. */
export type Constraints = Partial<AnswerOf<Calls['GET /api/v1/assets/categories/constraints/']>>;

/** Constraints of a category and type. */
export const useConstraints = (category: string, type: string): Constraints | undefined => {
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['constraints', category, type],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/assets/categories/constraints/', { query: { category, type }, signal }),
    enabled: category !== '' && type !== '',
    staleTime: 10 * 60_000,
  });
  return data;
};
