import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useResourceDetail } from '../../engine/detail/useResourceDetail.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useTag } from '../../platform/route/useTag.ts';
import { TICKETS_URL, ticketRoute } from '../../resources/tickets/ticket.ts';

const NAME = 'TicketDetail';

/** A ticket of whatever type: shown on the page of its type where there is one, else as plain facts. */
export function TicketPage() {
  const { id = '' } = useParams();
  const { detail } = useResourceDetail(TICKETS_URL, id);
  const routes = useRouteNames();
  const route = detail ? ticketRoute(detail.row) : NAME;
  const own = route === NAME ? undefined : routes.path(route, { id });
  const { close } = useTag();
  const navigate = useNavigate();
  useEffect(() => {
    if (!own) return;
    close();
    void navigate(own, { replace: true });
  }, [own, close, navigate]);
  return (
    <ResourceDetailPage
      resource="tickets.ticket"
      url={TICKETS_URL}
      name="Ticket"
      slots={{ exclude: ['process_map', 'rel_snapshot'], actions: () => [] }}
    />
  );
}
