import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../platform/part/part.ts';
import { Card } from '../../theme/state/Card.tsx';
import { LabelTag } from '../../theme/tag/LabelTag.tsx';
import type { DetailController } from './useResourceDetail.ts';

const LabelsDialog = part(() => import('../labels/LabelsDialog.tsx').then((m) => m.LabelsDialog));

/** Labels of a row with a way to edit them. */
export function LabelsCard({ detail }: { detail: DetailController }) {
  const { t } = useTranslation('engine');
  const [isEditing, setEditing] = useState(false);
  const labels = Array.isArray(detail.row.labels) ? detail.row.labels.map(String) : [];
  return (
    <Card
      title={t('labels.label')}
      extra={
        <Button size="small" disabled={!detail.resource.access.canUpdate} onClick={() => setEditing(true)}>
          {t('labels.editShort')}
        </Button>
      }
    >
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
        {labels.length === 0 && <span className="t3 md">{t('labels.none')}</span>}
        {labels.map((label) => (
          <LabelTag key={label} value={label} />
        ))}
      </div>
      {isEditing && (
        <Suspense fallback={null}>
          <LabelsDialog
            url={detail.url}
            id={detail.id}
            labels={labels}
            onClose={() => setEditing(false)}
            onSaved={detail.refetch}
          />
        </Suspense>
      )}
    </Card>
  );
}
