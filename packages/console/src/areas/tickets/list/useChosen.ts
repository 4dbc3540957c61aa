import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useQuery } from '@tanstack/react-query';
import { useHttp } from '../../../platform/Platform.tsx';
import { follows } from '../../../platform/query.ts';
import { type AssetTicket, TICKETS_URL, type Ticket, ticketUrl } from '../../../resources/tickets/ticket.ts';

/** Most tickets the server reads or decides in one request. */
const MOST = 100;

/** A ticket with what it asks for, where its type asks for something. */
export type ChosenTicket = Omit<Ticket, 'applicant'> &
  Partial<Omit<AssetTicket, keyof Ticket>> & { applicant: Ticket['applicant'] | AssetTicket['applicant'] };

/** Tickets of one type, as many as go into one request. */
export type Batch<T> = { url: string; rows: readonly T[] };

/** Tickets by type, in parts the server takes at once. */
export const batchesOf = <T extends Pick<Ticket, 'type'>>(rows: readonly T[]): Batch<T>[] =>
  [...Map.groupBy(rows, ticketUrl)].flatMap(([url, all]) =>
    Array.from({ length: Math.ceil(all.length / MOST) }, (_, at) => ({
      url,
      rows: all.slice(at * MOST, (at + 1) * MOST),
    })),
  );

/** The chosen tickets with all they ask for, which lists do not tell; types without a page of their own ask for nothing more. */
export const useChosen = (listed: readonly Ticket[]) => {
  const http = useHttp();
  const ids = listed.map(({ id }) => id);
  return useQuery({
    queryKey: ['chosen-tickets', ids],
    meta: follows('tickets'),
    queryFn: async ({ signal }) => {
      const read = async ({ url, rows }: Batch<Ticket>): Promise<readonly ChosenTicket[]> => {
        if (url === TICKETS_URL) return rows;
        const params = { ids: rows.map(({ id }) => id).join(), limit: MOST };
        const answer = await http.get<Page<AssetTicket>>(url, {
          params,
          signal,
          disableFlashErrorMsg: true,
        });
        return answer.results;
      };
      const found = (await Promise.all(batchesOf(listed).map(read))).flat();
      return ids.flatMap((id) => found.find((row) => row.id === id) ?? []);
    },
  });
};
