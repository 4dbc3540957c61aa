import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { Card } from '../../theme/state/Card.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import listStyles from '../list/List.module.css';
import { rowsOf } from '../list/rowsOf.ts';
import styles from './Detail.module.css';
import { DiffDialog } from './DiffDialog.tsx';
import { openLinked } from './useTask.ts';

/** An activity of a row; those of type `O` are operations, which have a diff. */
type Activity = Extract<AnswerOf<Calls['GET /api/v1/audits/activities/']>, unknown[]>[number];

/** Maximum number of entries shown. */
const MOST = 30;

/** The latest activities of a row, newest first. */
export function ActivityTab({ id }: { id: string }) {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const [diffUrl, setDiffUrl] = useState<string>();
  const query = useQuery({
    queryKey: ['activities', id],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/audits/activities/', {
        query: { resource_id: id },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
  const open = ({ r_type, detail_url }: Activity) => {
    if (r_type === 'O') setDiffUrl(detail_url);
    else openLinked(detail_url);
  };
  const events = rowsOf(query.data).rows.slice(0, MOST);
  return (
    <Card title={t('activity.title')} flush>
      {query.isPending ? (
        <SkeletonRows rows={5} columns={2} />
      ) : query.error ? (
        <Failed query={query} />
      ) : (
        <ul className={styles.timeline} aria-label={t('activity.title')}>
          <li className={styles.event}>
            <span className="t3">{t('activity.now')}</span>
            <span className={styles.dot} aria-hidden="true" />
            <span className="t3">{events.length === 0 ? t('activity.none') : ''}</span>
          </li>
          {events.map((event) => (
            <li key={event.id} className={styles.event}>
              <TimeText value={event.timestamp} />
              <span className={styles.dot} aria-hidden="true" />
              <span>{event.content}</span>
              {event.detail_url && (
                <button type="button" className={listStyles.plain} onClick={() => open(event)}>
                  {t('activity.detail')}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {diffUrl && <DiffDialog url={diffUrl} onClose={() => setDiffUrl(undefined)} />}
    </Card>
  );
}
