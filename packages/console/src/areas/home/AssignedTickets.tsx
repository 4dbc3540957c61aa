import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RouteLink } from '../../engine/cells/RouteLink.tsx';
import { useHttp } from '../../platform/Platform.tsx';
import { follows } from '../../platform/query.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { shortName } from '../../resources/tickets/ticket/process.ts';
import { StateText } from '../../resources/tickets/ticket/StateText.tsx';
import { fromAssigned, TICKETS_URL, ticketRoute } from '../../resources/tickets/ticket/ticket.ts';
import { TimeText } from '../../theme/text/TimeText.tsx';
import { DataCard } from '../dashboard/DataCard.tsx';
import styles from './home.module.css';

const MOST_TICKETS = 10;
const ROW_PX = 45;

const useAssigned = () => {
  const http = useHttp();
  const { profile } = useSession();
  return useQuery({
    queryKey: ['home', 'tickets', profile?.id],
    meta: follows('tickets'),
    queryFn: ({ signal }) =>
      http.page<typeof ticket>(TICKETS_URL, {
        params: { assignees__id: profile?.id, state: 'pending', limit: MOST_TICKETS, offset: 0 },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
};

/** Open tickets assigned to the user, at any approval level. */
export function AssignedTickets() {
  const { t } = useTranslation('tickets');
  const query = useAssigned();
  const all = useRouteNames().path('AssignedTicketList');
  return (
    <DataCard
      title={t('assigned')}
      extra={all && <Link to={all}>{t('home.all')}</Link>}
      query={query}
      minHeight={Math.min(MOST_TICKETS, query.data?.results.length ?? 1) * ROW_PX}
    >
      {({ results }) =>
        results.length === 0 ? (
          <span className="t3">{t('home.none')}</span>
        ) : (
          <ul className={styles.tickets}>
            {results.map((row) => (
              <li key={row.id}>
                <span className={`${styles.ticketTitle} ell`}>
                  <RouteLink name={ticketRoute(row)} params={{ id: row.id }} query={fromAssigned}>
                    {row.title}
                  </RouteLink>
                </span>
                <span className="ell t2">{shortName(row.rel_snapshot.applicant)}</span>
                <span className="ell t2">{row.type.label}</span>
                <StateText row={row} />
                <TimeText value={row.date_created} />
              </li>
            ))}
          </ul>
        )
      }
    </DataCard>
  );
}
