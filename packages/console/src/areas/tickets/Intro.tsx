import { shortName } from '../../resources/tickets/ticket/process.ts';
import type { ConfirmationTicket } from '../../resources/tickets/ticket/ticket.ts';
import { Avatar } from '../../theme/icon/Avatar.tsx';
import { Card } from '../../theme/state/Card.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import styles from './tickets.module.css';

type Told = Pick<ConfirmationTicket, 'applicant' | 'date_created' | 'comment'>;

/** Applicant, time and reason, under a title that says what is asked for. */
export function Intro({ row, title, noReason }: { row: Told; title: string; noReason?: string }) {
  const who = shortName(row.applicant);
  return (
    <Card className={styles.first}>
      <div className={styles.said}>
        <Avatar name={who} size={32} />
        <div className="grow">
          <p>
            <b>{title}</b>{' '}
            <span className="md t3">
              <TimeText value={row.date_created} relative />
            </span>
          </p>
          {(row.comment || noReason) && <p className={styles.reason}>{row.comment || noReason}</p>}
        </div>
      </div>
    </Card>
  );
}
