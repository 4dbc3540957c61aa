import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../platform/Platform.tsx';
import { follows } from '../../platform/query.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { messagesKey } from './useUnreadCount.ts';

/**
 * Path of the tickets assigned to this user; undefined if tickets are off or unlicensed, or if the user may
 * not view them.
 */
export const useAssignedTicketsPath = (): string | undefined => {
  const { settings, hasLicence } = useSession();
  const can = useCan();
  const path = useRouteNames().path('AssignedTicketList');
  return settings.TICKETS_ENABLED && hasLicence && can('tickets.view_ticket') ? path : undefined;
};

/**
 * Number of open tickets assigned to this user. Counted again after every decision and every message, as each
 * new ticket sends one.
 */
export const useOpenTickets = (): number => {
  const http = useHttp();
  const { profile } = useSession();
  const path = useAssignedTicketsPath();
  const { data } = useQuery({
    queryKey: [...messagesKey, 'tickets', profile?.id],
    meta: follows('tickets'),
    enabled: path !== undefined,
    queryFn: ({ signal }) =>
      http.page<typeof ticket>('/api/v1/tickets/tickets/', {
        params: { assignees__id: profile?.id, status: 'open', offset: 0, limit: 15, display: 1, draw: 1 },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
  return data?.count ?? 0;
};
