import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../../platform/Platform.tsx';
import { type ConfirmationTicket, stateOf } from '../../../resources/tickets/ticket/ticket.ts';

/** A session as its row is sent. */
export type TicketSession = RowOf<typeof session>;

/** Pause between two questions for a session that does not run yet, and while it runs, in milliseconds. */
const pauses = { awaited: 2_000, running: 15_000 } as const;

/** The session behind a confirmation: that of the command, or the one that an approved connection opens. */
export const useTicketSession = (row: ConfirmationTicket) => {
  const http = useHttp();
  const hasOne = row.type.value === 'command_confirm';
  const mayCome = row.type.value === 'login_asset_confirm' && stateOf(row) === 'approved';
  return useQuery<TicketSession>({
    queryKey: ['ticket-session', row.id],
    enabled: hasOne || mayCome,
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.data) return state.data.is_finished ? false : pauses.running;
      return mayCome ? pauses.awaited : false;
    },
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/tickets/tickets/:id/session/', {
        params: { id: row.id },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
};
