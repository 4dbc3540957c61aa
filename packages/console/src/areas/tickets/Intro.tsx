import { useTranslation } from 'react-i18next';
import { shortName } from '../../resources/tickets/ticket/process.ts';
import type { AssetTicket } from '../../resources/tickets/ticket/ticket.ts';
import { Avatar } from '../../theme/icon/Avatar.tsx';
import { Card } from '../../theme/state/Card.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import styles from './tickets.module.css';

/** Applicant, request, time and reason. */
export function Intro({ row }: { row: AssetTicket }) {
  const { t } = useTranslation('tickets');
  const who = shortName(row.applicant);
  return (
    <Card className={styles.first}>
      <div className={styles.said}>
        <Avatar name={who} size={32} />
        <div className="grow">
          <p>
            <b>{t('intro', { who, org: row.org_name })}</b>{' '}
            <span className="md t3">
              <TimeText value={row.date_created} relative />
            </span>
          </p>
          <p className={styles.reason}>{row.comment || t('noReason')}</p>
        </div>
      </div>
    </Card>
  );
}
