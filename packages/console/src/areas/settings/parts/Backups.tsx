import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { formatBytes } from '../../../platform/time/bytes.ts';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import styles from './Backups.module.css';

type Backup = AnswerOf<Calls['GET /api/v1/settings/backups/']>['backups'][number];

const heads = ['date', 'check', 'size', 'rows', 'seconds', 'storage', 'file'] as const;

function Line({ backup }: { backup: Backup }) {
  const { t } = useTranslation('settings');
  const { date, is_restored, size, rows, seconds, storage, key } = backup;
  return (
    <tr>
      <td>
        <TimeText value={date} />
      </td>
      <td>
        <StatusText kind={is_restored ? 'ok' : 'warn'} plain>
          {t(is_restored ? 'storage.backups.restored' : 'storage.backups.read')}
        </StatusText>
      </td>
      <td>{formatBytes(size)}</td>
      <td>{formatNumber(rows)}</td>
      <td>{t('storage.backups.took', { seconds: formatNumber(Math.ceil(seconds)) })}</td>
      <td>{storage || <Dash />}</td>
      <td>
        <Mono>{key}</Mono>
      </td>
    </tr>
  );
}

/** The backups in storages, with what was proven of each. */
export function Backups() {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/settings/backups/', { signal, disableFlashErrorMsg: true }),
  });
  if (!data) return null;
  return (
    <div className={styles.backups}>
      {!data.is_encryptable && (
        <p className={`md ${styles.warning}`} role="status">
          <StatusText kind="warn">{t('storage.backups.noKey')}</StatusText>
        </p>
      )}
      {data.backups.length === 0 ? (
        <p className="md t2">{t('storage.backups.none')}</p>
      ) : (
        <table className={styles.table} aria-label={t('storage.backups.title')}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {t(`storage.backups.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.backups.map((backup) => (
              <Line key={backup.key} backup={backup} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
