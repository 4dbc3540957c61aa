import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../../platform/page/useLeaveGuard.ts';
import { shortName } from '../../../resources/tickets/ticket/process.ts';
import { isOpen } from '../../../resources/tickets/ticket/ticket.ts';
import { Comments } from '../Comments.tsx';
import { ContextCard } from '../ContextCard.tsx';
import { Intro } from '../Intro.tsx';
import { Steps } from '../Steps.tsx';
import styles from '../tickets.module.css';
import { ConfirmationBar } from './ConfirmationBar.tsx';
import type { ConfirmationDetail, ConfirmationUrl } from './ConfirmationDetail.ts';
import { HeldCard } from './HeldCard.tsx';
import { SessionCard } from './SessionCard.tsx';

type Props = { detail: ConfirmationDetail; url: ConfirmationUrl; children: ReactNode };

/** A whole confirmation: what waits as `children`, the way of the ticket, and the inputs to decide it. */
export function ConfirmationBody({ detail, url, children }: Props) {
  const { t } = useTranslation('tickets');
  const [text, setText] = useState('');
  const hasText = text.trim() !== '';
  useLeaveGuard(hasText);
  const { row } = detail;
  const who = shortName(row.applicant);
  return (
    <div className={styles.ticket}>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Intro row={row} title={t(`confirm.${row.type.value as 'login_confirm'}.intro`, { who })} />
          {children}
          <Comments ticket={detail.id} />
        </div>
        <div className={styles.stack}>
          <Steps row={row} kind="confirm" />
          <HeldCard detail={detail} url={url} />
          <SessionCard row={row} />
          <ContextCard detail={detail} />
        </div>
      </div>
      {(isOpen(row) || hasText) && <ConfirmationBar detail={detail} url={url} text={text} onText={setText} />}
    </div>
  );
}
