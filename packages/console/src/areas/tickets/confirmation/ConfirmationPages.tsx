import type { DetailSlots } from '../../../engine/detail/DetailSlots.ts';
import { ResourceDetailPage } from '../../../engine/pages/ResourceDetailPage.tsx';
import {
  COMMAND_TICKETS_URL,
  CONNECTIONS_URL,
  type CommandTicket,
  type ConnectionTicket,
  SIGN_INS_URL,
  type SignInTicket,
} from '../../../resources/tickets/ticket/ticket.ts';
import { Serial, State } from '../TicketHead.tsx';
import { ConfirmationBody } from './ConfirmationBody.tsx';
import { CommandFacts, ConnectionFacts, SignInFacts } from './ConfirmationFacts.tsx';

const signIn: DetailSlots<SignInTicket> = {
  status: (row) => <State row={row} />,
  sub: (row) => <Serial row={row} />,
  first: {
    key: 'LoginTicketDetail',
    render: (detail) => (
      <ConfirmationBody key={detail.id} detail={detail} url={SIGN_INS_URL}>
        <SignInFacts detail={detail} />
      </ConfirmationBody>
    ),
  },
  actions: () => [],
};

/** A sign-in that waits for a reviewer. */
export function LoginTicketPage() {
  return (
    <ResourceDetailPage
      resource="tickets.applyloginticket"
      url={SIGN_INS_URL}
      name="LoginTicket"
      slots={signIn}
    />
  );
}

const connection: DetailSlots<ConnectionTicket> = {
  status: (row) => <State row={row} />,
  sub: (row) => <Serial row={row} />,
  first: {
    key: 'LoginAssetTicketDetail',
    render: (detail) => (
      <ConfirmationBody key={detail.id} detail={detail} url={CONNECTIONS_URL}>
        <ConnectionFacts detail={detail} />
      </ConfirmationBody>
    ),
  },
  actions: () => [],
};

/** A connection to an asset that waits for a reviewer. */
export function LoginAssetTicketPage() {
  return (
    <ResourceDetailPage
      resource="tickets.applyloginassetticket"
      url={CONNECTIONS_URL}
      name="LoginAssetTicket"
      slots={connection}
    />
  );
}

const command: DetailSlots<CommandTicket> = {
  status: (row) => <State row={row} />,
  sub: (row) => <Serial row={row} />,
  first: {
    key: 'CommandConfirmDetail',
    render: (detail) => (
      <ConfirmationBody key={detail.id} detail={detail} url={COMMAND_TICKETS_URL}>
        <CommandFacts detail={detail} />
      </ConfirmationBody>
    ),
  },
  actions: () => [],
};

/** A command that waits for a reviewer. */
export function CommandTicketPage() {
  return (
    <ResourceDetailPage
      resource="tickets.applycommandticket"
      url={COMMAND_TICKETS_URL}
      name="CommandConfirm"
      slots={command}
    />
  );
}
