import type { FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { useSession } from '../../platform/session/useSession.ts';
import { isAwaiting } from '../../resources/tickets/process.ts';
import { stateOf } from '../../resources/tickets/ticket.ts';
import { Card } from '../../theme/Card.tsx';
import { GrantFacts } from './GrantFacts.tsx';
import { GrantForm } from './GrantForm.tsx';
import type { Grant } from './grant.ts';

/** What is asked for, with what will be granted beside it for whoever decides; afterwards what was granted. */
export function GrantCard({ detail, form }: { detail: DetailController; form: FormInstance<Grant> }) {
  const { t } = useTranslation('tickets');
  const { profile } = useSession();
  if (isAwaiting(detail.row, profile)) return <GrantForm detail={detail} form={form} />;
  const isGiven = stateOf(detail.row) === 'approved';
  return (
    <Card title={t(isGiven ? 'grant.given' : 'grant.asked')}>
      <GrantFacts detail={detail} isGiven={isGiven} />
    </Card>
  );
}
