import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { ticketflow } from '../../resources/tickets/ticketflow.ts';

/** How requests are approved, by type. */
export const flowList: ListModeOf<typeof ticketflow> = { without: ['selection', 'search', 'moreActions'] };

/** The facts of a flow; its levels have a card. */
export const flowDetail: DetailLayoutOf<typeof ticketflow> = {
  order: ['type', 'approval_level', 'org_name', 'created_by', 'date_created', 'date_updated'],
  exclude: ['id', 'rules', 'org_id'],
};
