import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';

/** A ticket of whatever type. */
export type Ticket = RowOf<typeof ticket>;
/** A request for access to assets, which names its applicant by text. */
export type AssetTicket = Omit<RowOf<typeof applyassetticket>, 'applicant'> & { applicant: string };

/** Collection URL of every ticket of a person, of whatever type. */
export const TICKETS_URL = '/api/v1/tickets/tickets/';
/** Collection URL of requests for access to assets. */
export const REQUESTS_URL = '/api/v1/tickets/apply-asset-tickets/';

/** Collection and page of the types of tickets there are. */
const kinds: Readonly<Partial<Record<Ticket['type']['value'], { url: string; route: string }>>> = {
  apply_asset: { url: REQUESTS_URL, route: 'AssetsTicketDetail' },
};

/** What becomes of a ticket: waiting, or decided one way or the other. */
export type TicketState = Ticket['state']['value'];

/** Where tickets of a row's type are decided. */
export const ticketUrl = ({ type }: Pick<Ticket, 'type'>): string => kinds[type.value]?.url ?? TICKETS_URL;

/** The page of a ticket; types without one of their own share a page. */
export const ticketRoute = ({ type }: Pick<Ticket, 'type'>): string =>
  kinds[type.value]?.route ?? 'TicketDetail';

/** Query of tickets opened as one of those put before the person: the menu marks their list. */
export const fromAssigned = { activeMenu: 'AssignedTicketList' } as const;

/** What has become of a ticket. */
export const stateOf = ({ state }: Pick<Ticket, 'state'>): TicketState => state.value;

/** A ticket that is still to be decided. */
export const isOpen = ({ status }: Pick<Ticket, 'status'>): boolean => status.value === 'open';
