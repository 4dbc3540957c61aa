import type { applyloginassetticket } from '@gatehouse/contract/resources/tickets/applyloginassetticket.ts';
import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import type { Behaviour } from '../../../engine/resource.ts';
import { confirmationBehaviour } from '../confirmationBehaviour.ts';
import { fromElsewhere } from '../fromElsewhere.ts';

const KEY = 'tickets.applyloginassetticket';

/** Connections that wait for a reviewer. */
export const applyLoginAssetTicketBehaviour = (
  ticketBehaviour: Behaviour<typeof ticket>,
): Behaviour<typeof applyloginassetticket> => {
  const base = confirmationBehaviour(ticketBehaviour);
  return {
    ...base,
    computed: {
      ...base.computed,
      apply_login_user: fromElsewhere(KEY, 'apply_login_user'),
      apply_login_asset: fromElsewhere(KEY, 'apply_login_asset'),
    },
  } as Behaviour<typeof applyloginassetticket>;
};
