import { ticketDetail } from '@gatehouse/contract/layouts/tickets/ticket.ts';
import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import { useResourceDetail } from '../../engine/detail/useResourceDetail.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useTag } from '../../platform/route/useTag.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { isOwn } from '../../resources/tickets/ticket/process.ts';
import { type StateOf, stateLooks, useStateWord } from '../../resources/tickets/ticket/StateText.tsx';
import {
  type AssetTicket,
  fromAssigned,
  REQUESTS_URL,
  stateOf,
  TICKETS_URL,
  type Ticket,
  ticketRoute,
} from '../../resources/tickets/ticket/ticket.ts';
import { CopyButton } from '../../theme/control/CopyButton.tsx';
import { Pill } from '../../theme/tag/Pill.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { TicketBody } from './TicketBody.tsx';
import styles from './tickets.module.css';

function State({ row }: { row: StateOf }) {
  const wordOf = useStateWord();
  return <Pill {...stateLooks[stateOf(row)]}>{wordOf(row)}</Pill>;
}

function Serial({ row: { serial_num: number } }: { row: Pick<Ticket, 'serial_num'> }) {
  const { t } = useTranslation('tickets');
  return (
    <span className={styles.serial}>
      {t('number')} <Mono>{number}</Mono>
      <CopyButton text={number} />
    </span>
  );
}

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

const NAME = 'TicketDetail';
const slots: DetailSlots<typeof ticket> = {
  layout: ticketDetail,
  actions: () => [],
};

/** A ticket of any type: on the page of its type if there is one, else as plain facts. */
export function TicketPage() {
  const { id = '' } = useParams();
  const { detail } = useResourceDetail<typeof ticket>(TICKETS_URL, id);
  const routes = useRouteNames();
  const { profile } = useSession();
  const route = detail ? ticketRoute(detail.row) : NAME;
  const from = detail && !isOwn(detail.row, profile) ? fromAssigned : {};
  const own = route === NAME ? undefined : routes.path(route, { id }, from);
  const { close } = useTag();
  const navigate = useNavigate();
  useEffect(() => {
    if (!own) return;
    close();
    void navigate(own, { replace: true });
  }, [own, close, navigate]);
  return <ResourceDetailPage resource="tickets.ticket" url={TICKETS_URL} name="Ticket" slots={slots} />;
}
