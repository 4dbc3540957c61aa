import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../platform/page/useLeaveGuard.ts';
import { shortName } from '../../resources/tickets/ticket/process.ts';
import { isOpen } from '../../resources/tickets/ticket/ticket.ts';
import { Comments } from './Comments.tsx';
import { ContextCard } from './ContextCard.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { GrantCard } from './GrantCard.tsx';
import type { Grant } from './grant.ts';
import { Intro } from './Intro.tsx';
import { Steps } from './Steps.tsx';
import type { TicketDetail } from './TicketDetail.ts';
import styles from './tickets.module.css';
import { useReading } from './useReading.ts';

/** A whole access request, with the inputs to decide it and to comment on it. */
export function TicketBody({ detail }: { detail: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const [form] = Form.useForm<Grant>();
  const reading = useReading(detail, form);
  const [text, setText] = useState('');
  const hasText = text.trim() !== '';
  useLeaveGuard(reading.isEdited || hasText);
  const { row } = detail;
  return (
    <div className={styles.ticket}>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Intro
            row={row}
            title={t('intro', { who: shortName(row.applicant), org: row.org_name })}
            noReason={t('noReason')}
          />
          {reading.isOutdated && (
            <Alert
              type="warning"
              showIcon
              title={t('grant.outdated')}
              action={
                <Button size="small" onClick={reading.letGo}>
                  {t('grant.showCurrent')}
                </Button>
              }
            />
          )}
          <GrantCard detail={reading.detail} form={form} onEdit={reading.markEdited} />
          <Comments ticket={detail.id} />
        </div>
        <div className={styles.stack}>
          <Steps row={row} />
          <ContextCard detail={detail} />
        </div>
      </div>
      {(isOpen(row) || hasText) && <DecisionBar reading={reading} form={form} text={text} onText={setText} />}
    </div>
  );
}
