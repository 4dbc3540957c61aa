import { AuditOutlined } from '@ant-design/icons';
import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useQuery } from '@tanstack/react-query';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHttp } from '../../platform/Platform.tsx';
import { follows } from '../../platform/query.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { TICKETS_URL } from '../../resources/tickets/ticket.ts';
import styles from './TicketLink.module.css';
import topBar from './TopBar.module.css';

const BADGE_CAP = 99;

/** How many open tickets wait for the person; a new one comes with a message, a decision is a write. */
const useWaiting = (wokenBy: readonly string[]): number => {
  const http = useHttp();
  const { profile } = useSession();
  const { data } = useQuery({
    queryKey: [...wokenBy, 'tickets', profile?.id],
    meta: follows('tickets'),
    queryFn: ({ signal }) =>
      http.get<Page<unknown>>(TICKETS_URL, {
        params: { assignees__id: profile?.id, status: 'open', offset: 0, limit: 15, display: 1, draw: 1 },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
  return data?.count ?? 0;
};

/** Leads to the tickets assigned to the person, and says how many are open; counted anew whenever messages are. */
export function TicketLink({ wokenBy }: { wokenBy: readonly string[] }) {
  const { t } = useTranslation('tickets');
  const count = useWaiting(wokenBy);
  const to = useRouteNames().path('AssignedTicketList');
  if (!to) return null;
  const label = count > 0 ? t('badge', { count }) : t('assigned');
  return (
    <Tooltip title={label}>
      <Link to={to} className={`${topBar.iconLink} ${styles.link}`} aria-label={label}>
        <AuditOutlined aria-hidden />
        {count > 0 && (
          <span className={`${styles.count} num`} aria-hidden="true">
            {count > BADGE_CAP ? `${BADGE_CAP}+` : count}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
