import { AuditOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAssignedTicketsPath, useOpenTickets } from '../../../areas/messages/useOpenTickets.ts';
import { CountBadge } from '../../../theme/tag/CountBadge.tsx';
import topBar from './TopBar.module.css';

/**
 * A link to the tickets assigned to the user, with the number of open ones; hidden if tickets are off or
 * unlicensed, or if the user may not view them.
 */
export function TicketPlace() {
  const { t } = useTranslation('shell');
  const to = useAssignedTicketsPath();
  const count = useOpenTickets();
  if (!to) return null;
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
