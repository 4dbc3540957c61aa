import { ticketDetail } from '@gatehouse/contract/layouts/tickets/ticket.ts';
import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import { useResourceDetail } from '../../engine/detail/useResourceDetail.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useTag } from '../../platform/route/useTag.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { isOwn } from '../../resources/tickets/ticket/process.ts';
import {
  type AssetTicket,
  fromAssigned,
  REQUESTS_URL,
  TICKETS_URL,
  ticketRoute,
} from '../../resources/tickets/ticket/ticket.ts';
import { TicketBody } from './TicketBody.tsx';
import { Serial, State } from './TicketHead.tsx';

const requestSlots: DetailSlots<AssetTicket> = {
  status: (row) => <State row={row} />,
  sub: (row) => <Serial row={row} />,
  first: {
    key: 'AssetsTicketDetail',
    render: (detail) => <TicketBody key={detail.id} detail={detail} />,
  },
  actions: () => [],
};

/** An access request: the request, the grant, the decisions, and the comments. */
export function AssetTicketPage() {
  return (
    <ResourceDetailPage
      resource="tickets.applyassetticket"
      url={REQUESTS_URL}
      name="AssetsTicket"
      slots={requestSlots}
    />
  );
}

const slots: DetailSlots<typeof ticket> = {
  layout: ticketDetail,
  actions: () => [],
};

/** A ticket of any type, which opens on the page of its type. */
export function TicketPage() {
  const { id = '' } = useParams();
  const { detail } = useResourceDetail<typeof ticket>(TICKETS_URL, id);
  const routes = useRouteNames();
  const { profile } = useSession();
  const from = detail && !isOwn(detail.row, profile) ? fromAssigned : {};
  const own = detail && routes.path(ticketRoute(detail.row), { id }, from);
  const { close } = useTag();
  const navigate = useNavigate();
  useEffect(() => {
    if (!own) return;
    close();
    void navigate(own, { replace: true });
  }, [own, close, navigate]);
  return <ResourceDetailPage resource="tickets.ticket" url={TICKETS_URL} name="Ticket" slots={slots} />;
}
