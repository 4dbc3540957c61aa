import { Form } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { useResourceDetail } from '../../engine/detail/useResourceDetail.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { type Row, textOf } from '../../engine/resource/row.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useTag } from '../../platform/route/useTag.ts';
import { stateLooks, useStateWord } from '../../resources/tickets/StateText.tsx';
import { isOpen, REQUESTS_URL, stateOf, TICKETS_URL, ticketRoute } from '../../resources/tickets/ticket.ts';
import { CopyButton } from '../../theme/CopyButton.tsx';
import { Mono } from '../../theme/Mono.tsx';
import { Pill } from '../../theme/Pill.tsx';
import { Comments } from './Comments.tsx';
import { ContextCard } from './ContextCard.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { GrantCard } from './GrantCard.tsx';
import type { Grant } from './grant.ts';
import { Intro } from './Intro.tsx';
import { Steps } from './Steps.tsx';
import styles from './tickets.module.css';

function State({ row }: { row: Row }) {
  const wordOf = useStateWord();
  return <Pill {...stateLooks[stateOf(row)]}>{wordOf(row)}</Pill>;
}

function Serial({ row }: { row: Row }) {
  const { t } = useTranslation('tickets');
  const number = textOf(row.serial_num);
  return (
    <span className={styles.serial}>
      {t('number')} <Mono>{number}</Mono>
      <CopyButton text={number} />
    </span>
  );
}

function Body({ detail }: { detail: DetailController }) {
  const [form] = Form.useForm<Grant>();
  const { row } = detail;
  return (
    <div className={styles.ticket}>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Intro row={row} />
          <GrantCard detail={detail} form={form} />
          <Comments ticket={detail.id} />
        </div>
        <div className={styles.stack}>
          <Steps row={row} />
          <ContextCard detail={detail} />
        </div>
      </div>
      {isOpen(row) && <DecisionBar detail={detail} form={form} />}
    </div>
  );
}

/** A request for access to assets: what is asked for, what is granted, who decided, and what was said about it. */
export function AssetTicketPage() {
  return (
    <ResourceDetailPage
      resource="tickets.applyassetticket"
      url={REQUESTS_URL}
      name="AssetsTicket"
      slots={{
        status: (row) => <State row={row} />,
        sub: (row) => <Serial row={row} />,
        first: { key: 'AssetsTicketDetail', render: (detail) => <Body key={detail.id} detail={detail} /> },
        actions: () => [],
      }}
    />
  );
}

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
