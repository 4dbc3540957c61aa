import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import type { applycommandticket } from '@gatehouse/contract/resources/tickets/applycommandticket.ts';
import type { applyloginassetticket } from '@gatehouse/contract/resources/tickets/applyloginassetticket.ts';
import type { applyloginticket } from '@gatehouse/contract/resources/tickets/applyloginticket.ts';
import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';

/** A ticket of any type. */
export type Ticket = RowOf<typeof ticket>;
/** An access request, which names its applicant as text. */
export type AssetTicket = Omit<RowOf<typeof applyassetticket>, 'applicant'> & { applicant: string };

/** A confirmation, which a rule asks for; it names its applicant as text. */
type Confirmation<
  D extends typeof applyloginticket | typeof applyloginassetticket | typeof applycommandticket,
> = Omit<RowOf<D>, 'applicant'> & { applicant: string };
export type SignInTicket = Confirmation<typeof applyloginticket>;
export type ConnectionTicket = Confirmation<typeof applyloginassetticket>;
export type CommandTicket = Confirmation<typeof applycommandticket>;
/** What confirmations of every type have in common. */
export type ConfirmationTicket = Pick<
  SignInTicket,
  keyof SignInTicket & keyof ConnectionTicket & keyof CommandTicket
>;

/** Collection URL of the user's tickets of any type. */
export const TICKETS_URL = '/api/v1/tickets/tickets/';
/** Collection URL of access requests. */
export const REQUESTS_URL = '/api/v1/tickets/apply-asset-tickets/';

/** Collection URLs of confirmations: of sign-ins, connections and commands. */
export const SIGN_INS_URL = '/api/v1/tickets/apply-login-tickets/';
export const CONNECTIONS_URL = '/api/v1/tickets/apply-login-asset-tickets/';
export const COMMAND_TICKETS_URL = '/api/v1/tickets/apply-command-tickets/';

/** Collection URL of the tickets of a type. */
export type TicketsUrl =
  | typeof REQUESTS_URL
  | typeof SIGN_INS_URL
  | typeof CONNECTIONS_URL
  | typeof COMMAND_TICKETS_URL;

/** Collection and detail route of each ticket type. */
const kinds: Readonly<Record<Ticket['type']['value'], { url: TicketsUrl; route: string }>> = {
  apply_asset: { url: REQUESTS_URL, route: 'AssetsTicketDetail' },
  login_confirm: { url: SIGN_INS_URL, route: 'LoginTicketDetail' },
  login_asset_confirm: { url: CONNECTIONS_URL, route: 'LoginAssetTicketDetail' },
  command_confirm: { url: COMMAND_TICKETS_URL, route: 'CommandConfirmDetail' },
};

/** State of a ticket: pending, approved, rejected or closed. */
export type TicketState = Ticket['state']['value'];

/** Collection in which tickets of this type are decided. */
export const ticketUrl = ({ type }: Pick<Ticket, 'type'>): TicketsUrl => kinds[type.value].url;

/** Route of a ticket's page. */
export const ticketRoute = ({ type }: Pick<Ticket, 'type'>): string => kinds[type.value].route;

/** Query for tickets that are opened from the assigned list, so that the menu marks that list. */
export const fromAssigned = { activeMenu: 'AssignedTicketList' } as const;

/** State of a ticket. */
export const stateOf = ({ state }: Pick<Ticket, 'state'>): TicketState => state.value;

/** Whether a ticket is neither approved, rejected nor closed yet. */
export const isOpen = ({ status }: Pick<Ticket, 'status'>): boolean => status.value === 'open';
