import type { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../../platform/Platform.tsx';
import { follows } from '../../../platform/query.ts';
import {
  type AssetTicket,
  REQUESTS_URL,
  TICKETS_URL,
  type Ticket,
  type TicketsUrl,
  ticketUrl,
} from '../../../resources/tickets/ticket/ticket.ts';

/** Maximum number of tickets that the server reads or decides in one request. */
const MOST = 100;

/** A ticket, with the details of its request if it is an access request. */
export type ChosenTicket = Omit<Ticket, 'applicant'> &
  Partial<Omit<AssetTicket, keyof Ticket>> & { applicant: Ticket['applicant'] | AssetTicket['applicant'] };

/** Tickets of one type, no more than fit into one request. */
export type Batch<T> = { url: TicketsUrl; rows: readonly T[] };

/** Groups tickets by type and splits each group into requests. */
export const batchesOf = <T extends Pick<Ticket, 'type'>>(rows: readonly T[]): Batch<T>[] =>
  [...Map.groupBy(rows, ticketUrl)].flatMap(([url, all]) =>
    Array.from({ length: Math.ceil(all.length / MOST) }, (_, at) => ({
      url,
      rows: all.slice(at * MOST, (at + 1) * MOST),
    })),
  );

/** The selected tickets as they are now; access requests have the details that lists leave out. */
export const useChosen = (listed: readonly Ticket[]) => {
  const http = useHttp();
  const ids = listed.map(({ id }) => id);
  return useQuery({
    queryKey: ['chosen-tickets', ids],
    meta: follows('tickets'),
    queryFn: async ({ signal }) => {
      const read = async ({ url, rows }: Batch<Ticket>): Promise<readonly ChosenTicket[]> => {
        const params = { ids: rows.map(({ id }) => id).join(), limit: MOST };
        const how = { params, signal, disableFlashErrorMsg: true } as const;
        const answer =
          url === REQUESTS_URL
            ? await http.page<typeof applyassetticket>(REQUESTS_URL, how)
            : await http.page<typeof ticket>(TICKETS_URL, how);
        return answer.results;
      };
      const found = (await Promise.all(batchesOf(listed).map(read))).flat();
      return ids.flatMap((id) => found.find((row) => row.id === id) ?? []);
    },
  });
};
