import type { applyloginticket } from '@gatehouse/contract/resources/tickets/applyloginticket.ts';
import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { confirmationBehaviour } from '../confirmationBehaviour.ts';

/** Sign-ins that wait for a reviewer. */
export const applyLoginTicketBehaviour = (
  ticketBehaviour: Behaviour<typeof ticket>,
): Behaviour<typeof applyloginticket> =>
  confirmationBehaviour(ticketBehaviour) as Behaviour<typeof applyloginticket>;
