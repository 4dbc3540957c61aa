import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { ticket } from '../../resources/tickets/ticket.ts';

type Mode = ListModeOf<typeof ticket, 'target'>;

/** Tickets to decide. */
export const assignedTickets: Mode = {
  columns: ['title', 'applicant', 'target', 'duration', 'state', 'decided_after', 'date_created'],
  fixed: ['title', 'state'],
  searchExclude: ['applicant'],
  without: ['import', 'export'],
};

/** Tickets whose applicant is the user. */
export const ownTickets: Mode = {
  columns: ['title', 'target', 'duration', 'state', 'date_created'],
  fixed: ['title', 'state'],
  searchExclude: ['applicant'],
  without: ['import', 'export', 'selection', 'moreActions'],
};

/** The facts of a ticket whose type has no page of its own. */
export const ticketDetail: DetailLayoutOf<typeof ticket> = {
  exclude: ['process_map', 'rel_snapshot', 'duration', 'decided_after'],
};
