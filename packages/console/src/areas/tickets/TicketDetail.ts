import type { applyassetticket } from '@gatehouse/contract/resources/tickets/applyassetticket.ts';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';

/** A request for access to assets on its page. */
export type TicketDetail = DetailController<typeof applyassetticket>;
