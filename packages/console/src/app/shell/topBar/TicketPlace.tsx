import { AuditOutlined } from '@ant-design/icons';
import type { ticket } from '@gatehouse/contract/resources/tickets/ticket.ts';
import { useQuery } from '@tanstack/react-query';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { messagesKey } from '../../../areas/messages/useUnreadCount.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { follows } from '../../../platform/query.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import { CountBadge } from '../../../theme/tag/CountBadge.tsx';
import topBar from './TopBar.module.css';

/** A link to the user's assigned tickets, where tickets exist. */
export function TicketPlace() {
  const { settings, hasLicence } = useSession();
  const can = useCan();
  const to = useRouteNames().path('AssignedTicketList');
  if (!settings.TICKETS_ENABLED || !hasLicence || !can('tickets.view_ticket') || !to) return null;
  return <TicketLink to={to} />;
}

/** Shows how many are open; refreshed by every message, which a new ticket sends, and every decision. */
function TicketLink({ to }: { to: string }) {
  const { t } = useTranslation('shell');
  const count = useOpenTickets();
  const label = count > 0 ? t('tickets.badge', { count }) : t('route.AssignedTicketList');
  return (
    <Tooltip title={label}>
      <Link to={to} className={topBar.iconLink} aria-label={label}>
        <AuditOutlined aria-hidden />
        <CountBadge count={count} tone="wait" />
      </Link>
    </Tooltip>
  );
}

const useOpenTickets = (): number => {
  const http = useHttp();
  const { profile } = useSession();
  const { data } = useQuery({
    queryKey: [...messagesKey, 'tickets', profile?.id],
    meta: follows('tickets'),
    queryFn: ({ signal }) =>
      http.page<typeof ticket>('/api/v1/tickets/tickets/', {
        params: { assignees__id: profile?.id, status: 'open', offset: 0, limit: 15, display: 1, draw: 1 },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
  return data?.count ?? 0;
};
