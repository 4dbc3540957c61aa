import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/useSession.ts';
import { isAwaiting } from '../../resources/tickets/ticket/process.ts';
import { stateOf } from '../../resources/tickets/ticket/ticket.ts';
import { Card } from '../../theme/state/Card.tsx';
import { GrantFacts } from './GrantFacts.tsx';
import { GrantForm, type GrantFormProps } from './GrantForm.tsx';

/**
 * While the user is to decide, the request beside the form of what to grant; otherwise the request or, once
 * it is approved, what was granted.
 */
export function GrantCard(props: GrantFormProps) {
  const { detail } = props;
  const { t } = useTranslation('tickets');
  const { profile } = useSession();
  if (isAwaiting(detail.row, profile)) return <GrantForm {...props} />;
  const isGranted = stateOf(detail.row) === 'approved';
  return (
    <Card title={t(isGranted ? 'grant.given' : 'grant.asked')}>
      <GrantFacts detail={detail} isGranted={isGranted} />
    </Card>
  );
}
