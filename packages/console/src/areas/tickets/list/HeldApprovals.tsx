import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import { Modal } from '../../../platform/dialog/Modal.tsx';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { type Ticket, ticketRoute } from '../../../resources/tickets/ticket/ticket.ts';
import styles from '../../../resources/tickets/tickets.module.css';
import { shortName } from '../../../theme/text/identity.ts';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import { type HeldApproval, useHeldApprovals } from '../useHeldApprovals.ts';

/** One approval: whose, by whom, until when, and taking it back. */
function HeldRow({ row, onDone }: { row: HeldApproval; onDone: () => void }) {
  const { t } = useTranslation('tickets');
  const http = useHttp();
  const notify = useNotify();
  const [isRunning, setRunning] = useState(false);
  const revoke = async () => {
    setRunning(true);
    try {
      await http.call('POST /api/v1/tickets/held-approvals/:id/revoke/', { params: { id: row.id } });
      notify.success(t('inForce.done'));
    } catch {
      // The request layer has reported the error.
    } finally {
      setRunning(false);
      onDone();
    }
  };
  return (
    <li className={styles.chosen}>
      <h3>
        <span className="ell">
          {row.can_open ? (
            <RouteLink name={ticketRoute({ type: row.type as Ticket['type'] })} params={{ id: row.id }}>
              {row.title}
            </RouteLink>
          ) : (
            row.title
          )}
        </span>
        {row.can_revoke && (
          <Button danger size="small" loading={isRunning} onClick={() => void revoke()}>
            {t('inForce.revoke')}
          </Button>
        )}
      </h3>
      <dl className={styles.facts}>
        <div>
          <dt>{t('inForce.applicant')}</dt>
          <dd>{shortName(row.applicant)}</dd>
        </div>
        <div>
          <dt>{t('inForce.by')}</dt>
          <dd>{shortName(row.approved_by)}</dd>
        </div>
        <div>
          <dt>{t('inForce.until')}</dt>
          <dd>{row.until ? <TimeText value={row.until} /> : t('inForce.open')}</dd>
        </div>
      </dl>
    </li>
  );
}

/** A button for the approvals that hold, where there are any, and the dialog that lists them. */
export function HeldApprovals() {
  const { t } = useTranslation('tickets');
  const [isOpen, setOpen] = useState(false);
  const { data = [], refetch } = useHeldApprovals();
  if (data.length === 0 && !isOpen) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('inForce.button', { count: data.length })}</Button>
      <Modal open={isOpen} title={t('inForce.title')} footer={null} onCancel={() => setOpen(false)}>
        <ul className={styles.chosenList}>
          {data.map((row) => (
            <HeldRow key={row.id} row={row} onDone={() => void refetch()} />
          ))}
        </ul>
      </Modal>
    </>
  );
}
