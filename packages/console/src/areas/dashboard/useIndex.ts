import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';

/** Numbers of `GET /api/v1/index/`; only what was asked for is answered. */
export type IndexAnswer = Partial<Record<`total_count_${string}`, number>> & {
  total_count_type_to_assets_amount?: { type: string; total: number; label: string }[];
  dates_metrics_date?: string[];
  dates_metrics_total_count_login?: number[];
  dates_metrics_total_count_active_users?: number[];
  dates_metrics_total_count_active_assets?: number[];
  dates_metrics_total_count_session?: number[];
  dates_login_times_top10_assets?: { asset: string; total: number }[];
  dates_login_times_top10_users?: { user_id: string; user: string; total: number }[];
};

/** Asks for some numbers over some days; old ones stay while new ones are on their way. */
export const useIndex = (flags: readonly string[], days?: number): UseQueryResult<IndexAnswer> => {
  const http = useHttp();
  return useQuery({
    queryKey: ['index', ...flags, days],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      http.get<IndexAnswer>('/api/v1/index/', {
        params: { ...Object.fromEntries(flags.map((flag) => [flag, 1])), days },
        disableFlashErrorMsg: true,
        signal,
      }),
  });
};
