import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FactList, factsOf } from '../../../engine/detail/FactsCard.tsx';
import { useNotify } from '../../../platform/notify/useNotify.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { stateOf } from '../../../resources/tickets/ticket/ticket.ts';
import { Card } from '../../../theme/state/Card.tsx';
import { useHeldApprovals } from '../useHeldApprovals.ts';
import type { ConfirmationDetail } from './ConfirmationDetail.ts';

/** How long an approval holds, and the button that takes it back. */
export function HeldCard({ detail, url }: { detail: ConfirmationDetail; url: string }) {
  const { t } = useTranslation('tickets');
  const http = useHttp();
  const notify = useNotify();
  const [isRunning, setRunning] = useState(false);
  const { row, resource } = detail;
  const isApproved = stateOf(row) === 'approved';
  const { data: held = [], refetch } = useHeldApprovals({ enabled: isApproved && !row.date_revoked });
  if (!isApproved) return null;
  const mayRevoke = held.some(({ id, can_revoke }) => id === row.id && can_revoke);
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
      void refetch();
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
      {mayRevoke && (
        <Button danger loading={isRunning} onClick={() => void revoke()}>
          {t('confirm.revoke')}
        </Button>
      )}
    </Card>
  );
}
