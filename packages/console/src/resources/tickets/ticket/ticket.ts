import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';

/** A ticket of any type. */
export type Ticket = RowOf<typeof ticket>;
/** An access request, which names its applicant as text. */
export type AssetTicket = Omit<RowOf<typeof applyassetticket>, 'applicant'> & { applicant: string };

/** Collection URL of the user's tickets of any type. */
export const TICKETS_URL = '/api/v1/tickets/tickets/';
/** Collection URL of access requests. */
export const REQUESTS_URL = '/api/v1/tickets/apply-asset-tickets/';

/** Collection URL of tickets. */
export type TicketsUrl = typeof TICKETS_URL | typeof REQUESTS_URL;

/** Collection and detail route of the ticket types that have their own. */
const kinds: Readonly<Partial<Record<Ticket['type']['value'], { url: TicketsUrl; route: string }>>> = {
  apply_asset: { url: REQUESTS_URL, route: 'AssetsTicketDetail' },
};

/** State of a ticket: pending, approved, rejected or closed. */
export type TicketState = Ticket['state']['value'];

/** Collection in which tickets of this type are decided. */
export const ticketUrl = ({ type }: Pick<Ticket, 'type'>): TicketsUrl =>
  kinds[type.value]?.url ?? TICKETS_URL;

/** Route of a ticket's page; types without their own share one. */
export const ticketRoute = ({ type }: Pick<Ticket, 'type'>): string =>
  kinds[type.value]?.route ?? 'TicketDetail';

/** Query for tickets that are opened from the assigned list, so that the menu marks that list. */
export const fromAssigned = { activeMenu: 'AssignedTicketList' } as const;

/** State of a ticket. */
export const stateOf = ({ state }: Pick<Ticket, 'state'>): TicketState => state.value;

/** Whether a ticket is neither approved, rejected nor closed yet. */
export const isOpen = ({ status }: Pick<Ticket, 'status'>): boolean => status.value === 'open';
