import { useTranslation } from 'react-i18next';
import { FactList, factsOf } from '../../engine/detail/FactsCard.tsx';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { Card } from '../../theme/Card.tsx';

const facts = ['type', 'status', 'approval_step', 'applicant', 'org_name', 'date_created', 'date_updated'];

/** The remaining facts of a ticket. */
export function ContextCard({ detail }: { detail: DetailController }) {
  const { t } = useTranslation('tickets');
  const { row, resource } = detail;
  return (
    <Card title={t('context')}>
      <FactList facts={factsOf({ row, metas: resource.metas, names: facts })} />
    </Card>
  );
}
