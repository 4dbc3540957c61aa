import type { job } from '@gatehouse/contract/resources/ops/job.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowIn } from '../../../engine/resource/row.ts';
import { part } from '../../../platform/part/part.ts';
import { Card } from '../../../theme/state/Card.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { approvalLooks } from '../approvals/approvalLooks.ts';

const NextRuns = part(() => import('../../../engine/fields/crontab/NextRuns.tsx').then((m) => m.NextRuns));

type Times = Pick<
  RowIn<typeof job, 'retrieve'>,
  'is_periodic' | 'crontab' | 'interval' | 'periodic_display' | 'approval'
>;

/** When a job runs by itself, and the next times where they are fixed. */
export function ScheduleCard({ row }: { row: Times }) {
  const { t } = useTranslation('ops');
  const isPlanned = row.is_periodic && (Boolean(row.crontab) || Boolean(row.interval));
  return (
    <Card title={t('jobs.schedule')}>
      {isPlanned ? row.periodic_display : <span className="t3">{t('jobs.noSchedule')}</span>}
      {isPlanned && row.approval && (
        <p>
          <StatusText {...approvalLooks[row.approval]}>{t(`jobs.approval.${row.approval}`)}</StatusText>
        </p>
      )}
      {isPlanned && row.crontab && (
        <Suspense fallback={null}>
          <NextRuns pattern={row.crontab} />
        </Suspense>
      )}
    </Card>
  );
}
