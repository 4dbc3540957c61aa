import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useHttp } from '../../../platform/Platform.tsx';
import { useTag } from '../../../platform/route/useTag.ts';

/** How soon more output is asked for. */
const FOLLOW_MS = 1_000;

type Output = AnswerOf<Calls['GET /api/v1/ops/job-executions/:id/hosts/:host/output/']>;

/** What a machine printed; while its command runs, only what is new is read. */
export const useOutput = (run: string, host: string) => {
  const http = useHttp();
  const client = useQueryClient();
  const { isShown } = useTag();
  const queryKey = ['jobOutput', run, host];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Output> => {
      const known = client.getQueryData<Output>(queryKey);
      const more = await http.call('GET /api/v1/ops/job-executions/:id/hosts/:host/output/', {
        params: { id: run, host },
        query: { from: String(known?.to ?? 0) },
        signal,
        disableFlashErrorMsg: true,
      });
      return { ...more, text: (known?.text ?? '') + more.text };
    },
    refetchInterval: ({ state }) => isShown && state.data?.is_ended === false && FOLLOW_MS,
    staleTime: ({ state }) => (state.data?.is_ended ? Number.POSITIVE_INFINITY : 0),
  });
};
