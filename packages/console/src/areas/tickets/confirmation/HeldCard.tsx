import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FactList, factsOf } from '../../../engine/detail/FactsCard.tsx';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { useSession } from '../../../platform/session/useSession.ts';
import { parseTime } from '../../../platform/time/time.ts';
import { wasAssigned } from '../../../resources/tickets/ticket/process.ts';
import { type ConfirmationTicket, stateOf } from '../../../resources/tickets/ticket/ticket.ts';
import { Card } from '../../../theme/state/Card.tsx';
import type { ConfirmationDetail } from './ConfirmationDetail.ts';
import { useTicketSession } from './useTicketSession.ts';

/** Whether an approval can still be taken back; the server decides. */
const mayHold = (row: ConfirmationTicket, isRunning: boolean): boolean => {
  if (stateOf(row) !== 'approved' || row.date_revoked) return false;
  const until = parseTime(row.date_hold_until);
  if (row.hold.value === 'minutes' && until && until.valueOf() > Date.now()) return true;
  return isRunning && (row.hold.value === 'session' || row.type.value === 'login_asset_confirm');
};

/** How long an approval holds, and the button that takes it back. */
export function HeldCard({ detail, url }: { detail: ConfirmationDetail; url: string }) {
  const { t } = useTranslation('tickets');
  const { profile } = useSession();
  const http = useHttp();
  const notify = useNotify();
  const [isRunning, setRunning] = useState(false);
  const { row, resource } = detail;
  const { data: session } = useTicketSession(row);
  if (stateOf(row) !== 'approved') return null;
  const isHeld = mayHold(row, session?.is_finished === false);
  const revoke = async () => {
    setRunning(true);
    try {
      await http.put(`${url}${row.id}/revoke/`, {});
      notify.success(t('confirm.revoked'));
    } catch {
      // The request layer has reported the error.
    } finally {
      setRunning(false);
      detail.refetch();
    }
  };
  const names = [
    'hold',
    ...(row.hold.value === 'minutes' ? ['date_hold_until'] : []),
    ...(row.date_revoked ? ['date_revoked', 'revoked_by'] : []),
  ];
  return (
    <Card title={t('confirm.held')}>
      <FactList facts={factsOf({ row, metas: resource.metas, names })} />
      {isHeld && wasAssigned(row, profile) && (
        <Button danger loading={isRunning} onClick={() => void revoke()}>
          {t('confirm.revoke')}
        </Button>
      )}
    </Card>
  );
}
