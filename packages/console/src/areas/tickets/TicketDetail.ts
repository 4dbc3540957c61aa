import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import type { AssetTicket } from '../../resources/tickets/ticket/ticket.ts';

/** An access request on its page. */
export type TicketDetail = DetailController<AssetTicket>;
