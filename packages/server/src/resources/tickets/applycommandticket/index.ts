import type { applycommandticket } from '@gatehouse/contract/resources/tickets/applycommandticket.ts';
import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { confirmationBehaviour } from '../confirmationBehaviour.ts';
import { fromElsewhere } from '../fromElsewhere.ts';

type Stored = Row<typeof applycommandticket>;

/** Commands that wait for a reviewer. The filter is named as it was when the command was held. */
export const applyCommandTicketBehaviour = (
  ticketBehaviour: Behaviour<typeof ticket>,
): Behaviour<typeof applycommandticket> => {
  const base = confirmationBehaviour(ticketBehaviour);
  return {
    ...base,
    computed: {
      ...base.computed,
      apply_run_user: fromElsewhere('tickets.applycommandticket', 'apply_run_user'),
      apply_from_session: (rows: Stored[]) =>
        rows.map(({ apply_from_session: id }) => (id === null ? null : { id })),
      apply_from_cmd_filter_acl: (rows: Stored[]) =>
        rows.map(({ apply_from_cmd_filter_acl: id, rel_snapshot }) =>
          id === null ? null : { id, name: rel_snapshot.apply_from_cmd_filter_acl ?? '' },
        ),
    },
  } as Behaviour<typeof applycommandticket>;
};
