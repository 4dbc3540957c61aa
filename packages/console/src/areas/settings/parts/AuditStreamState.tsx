import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import styles from '../settings.module.css';

/** How often the state is read anew. */
const PACE_MS = 5_000;

/** How many events of the stream were sent and wait, and why they wait. */
export function AuditStreamState() {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['auditStream'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/settings/audit-stream/state/', { signal, disableFlashErrorMsg: true }),
    refetchInterval: PACE_MS,
  });
  if (!data) return null;
  const { sent, waiting, most, date_sent, error } = data;
  const said =
    waiting > most
      ? t('stream.stateMany', { sent: formatNumber(sent), most: formatNumber(most) })
      : t('stream.state', { sent: formatNumber(sent), waiting: formatNumber(waiting) });
  return (
    <div className={styles.below} role="status">
      <p className="md t2">
        {said}{' '}
        {date_sent && (
          <>
            {t('stream.last')} <TimeText value={date_sent} relative />
          </>
        )}
      </p>
      {error && (
        <p className="md" style={{ color: 'var(--bad)' }}>
          {t('stream.error', { error })}
        </p>
      )}
    </div>
  );
}
