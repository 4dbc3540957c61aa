import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';

/** The approvals that hold now and that the user sees: own ones, those to take back, as the server says. */
export const useHeldApprovals = ({ enabled = true }: { enabled?: boolean } = {}) => {
  const http = useHttp();
  return useQuery({
    queryKey: ['held-approvals'],
    enabled,
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/tickets/held-approvals/', { signal, disableFlashErrorMsg: true }),
    select: ({ approvals }) => approvals,
  });
};

/** An approval that holds. */
export type HeldApproval = NonNullable<ReturnType<typeof useHeldApprovals>['data']>[number];
