import { type Row, rawOf } from '../../engine/resource/row.ts';

/** Collection URL of every ticket of a person, of whatever type. */
export const TICKETS_URL = '/api/v1/tickets/tickets/';
/** Collection URL of requests for access to assets. */
export const REQUESTS_URL = '/api/v1/tickets/apply-asset-tickets/';

/** Collection and page of the types of tickets there are. */
const kinds: Readonly<Record<string, { url: string; route: string }>> = {
  apply_asset: { url: REQUESTS_URL, route: 'AssetsTicketDetail' },
};

/** What becomes of a ticket: waiting, or decided one way or the other. */
export type TicketState = 'pending' | 'approved' | 'rejected' | 'closed';

/** Where tickets of a row's type are decided. */
export const ticketUrl = (row: Row): string => kinds[String(rawOf(row.type))]?.url ?? TICKETS_URL;

/** The page of a ticket; types without one of their own share a page. */
export const ticketRoute = (row: Row): string => kinds[String(rawOf(row.type))]?.route ?? 'TicketDetail';

/** Query of tickets opened as one of those put before the person: the menu marks their list. */
export const fromAssigned = { activeMenu: 'AssignedTicketList' } as const;

/** What has become of a ticket. */
export const stateOf = (row: Row): TicketState => rawOf(row.state) as TicketState;

/** A ticket that is still to be decided. */
export const isOpen = (row: Row): boolean => rawOf(row.status) === 'open';
