import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import type { AssetTicket } from '../../resources/tickets/ticket.ts';

/** A request for access to assets on its page. */
export type TicketDetail = DetailController<AssetTicket>;
