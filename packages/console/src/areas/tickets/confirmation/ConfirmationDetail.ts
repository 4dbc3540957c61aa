import type { DetailOf } from '../../../engine/detail/useResourceDetail.ts';
import type { ConfirmationTicket } from '../../../resources/tickets/ticket/ticket.ts';

/** Controller of the page of a confirmation, of whichever type. */
export type ConfirmationDetail = Pick<DetailOf<ConfirmationTicket>, 'id' | 'row' | 'resource' | 'refetch'>;

/** Collections in which confirmations are decided. */
export type ConfirmationUrl =
  | '/api/v1/tickets/apply-login-tickets/'
  | '/api/v1/tickets/apply-login-asset-tickets/'
  | '/api/v1/tickets/apply-command-tickets/';
