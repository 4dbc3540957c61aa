import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../../platform/Platform.tsx';

/** All that would run. */
export type Asked = AnswerOf<Calls['GET /api/v1/ops/job-approvals/:id/content/']>;

/** Reads what a request is about. */
export const useAskedContent = (id: string) => {
  const http = useHttp();
  return useQuery({
    queryKey: ['jobApproval', id, 'content'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/ops/job-approvals/:id/content/', {
        params: { id },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: id !== '',
  });
};

/** What a request is about, as far as it was read. */
export type AskedQuery = ReturnType<typeof useAskedContent>;
