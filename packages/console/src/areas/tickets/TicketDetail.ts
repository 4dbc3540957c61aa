import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import type { AssetTicket } from '../../resources/tickets/ticket/ticket.ts';

/** Controller of the page of an access request. */
export type TicketDetail = DetailController<AssetTicket>;
