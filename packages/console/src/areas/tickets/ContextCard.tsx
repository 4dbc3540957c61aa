import { useTranslation } from 'react-i18next';
import { FactList, factsOf } from '../../engine/detail/FactsCard.tsx';
import type { DetailOf } from '../../engine/detail/useResourceDetail.ts';
import type { FieldIn } from '../../engine/resource/row.ts';
import type { AssetTicket, ConfirmationTicket } from '../../resources/tickets/ticket/ticket.ts';
import { Card } from '../../theme/state/Card.tsx';

const facts = [
  'type',
  'status',
  'approval_step',
  'org_name',
  'date_created',
] as const satisfies readonly FieldIn<AssetTicket>[];

/** The remaining facts of a ticket. */
export function ContextCard({
  detail,
}: {
  detail: Pick<DetailOf<AssetTicket | ConfirmationTicket>, 'row' | 'resource'>;
}) {
  const { t } = useTranslation('tickets');
  const { row, resource } = detail;
  return (
    <Card title={t('context')}>
      <FactList facts={factsOf({ row, metas: resource.metas, names: facts })} />
    </Card>
  );
}
