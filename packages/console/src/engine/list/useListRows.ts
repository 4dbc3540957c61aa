import type { Page } from '@gatehouse/contract/wire/page.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';
import type { Row } from '../resource/row.ts';

/** A list answer as rows and total, whichever of its two shapes it has. */
export const rowsOf = <R>(answer: Page<R> | R[] | undefined): { rows: R[]; total: number } => {
  if (!answer) return { rows: [], total: 0 };
  return Array.isArray(answer)
    ? { rows: answer, total: answer.length }
    : { rows: answer.results ?? [], total: answer.count ?? 0 };
};

/** Rows of one page; old rows stay while new ones load, a failure leaves none. */
export const useListRows = (url: string, params: Record<string, string>, isEnabled = true) => {
  const http = useHttp();
  const result = useQuery({
    queryKey: ['list', url, params],
    queryFn: ({ signal }) => http.get<Page<Row> | Row[]>(url, { params, signal, disableFlashErrorMsg: true }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  const answer = result.isError ? undefined : result.data;
  return {
    ...rowsOf(answer),
    isFirstLoad: result.isPending,
    isFetching: result.isFetching,
    error: result.error,
    refetch: result.refetch,
  };
};
