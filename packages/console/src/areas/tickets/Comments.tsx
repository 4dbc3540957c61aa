import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { follows } from '../../platform/query.ts';
import { shortName } from '../../resources/tickets/process.ts';
import { Avatar } from '../../theme/Avatar.tsx';
import { Card } from '../../theme/Card.tsx';
import { SkeletonRows } from '../../theme/SkeletonRows.tsx';
import { TimeText } from '../../theme/TimeText.tsx';
import { COMMENTS_URL } from './commentsUrl.ts';
import styles from './tickets.module.css';

const Markdown = lazy(() => import('../chat/Markdown.tsx').then((m) => ({ default: m.Markdown })));

type Comment = { id: string; body: string; user_display: string; date_created: string };

function Said({ comment }: { comment: Comment }) {
  const who = shortName(comment.user_display);
  return (
    <li className={styles.said}>
      <Avatar name={who} />
      <div className="grow">
        <p className="md">
          <b>{who}</b>{' '}
          <span className="t3">
            <TimeText value={comment.date_created} />
          </span>
        </p>
        <Suspense fallback={<p className={styles.reason}>{comment.body}</p>}>
          <Markdown text={comment.body} />
        </Suspense>
      </div>
    </li>
  );
}

/** What was said and done about a ticket, the oldest first. */
export function Comments({ ticket }: { ticket: string }) {
  const { t } = useTranslation('tickets');
  const http = useHttp();
  const query = useQuery({
    queryKey: ['ticket-comments', ticket],
    meta: follows('tickets'),
    queryFn: ({ signal }) =>
      http.get<Comment[]>(COMMENTS_URL, {
        params: { ticket_id: ticket },
        signal,
        disableFlashErrorMsg: true,
      }),
  });
  return (
    <Card
      className={styles.last}
      title={
        <>
          {t('comments')} <span className="t3 num">{query.data?.length}</span>
        </>
      }
    >
      {query.data ? (
        <ul className={styles.comments} aria-label={t('comments')}>
          {query.data.map((comment) => (
            <Said key={comment.id} comment={comment} />
          ))}
        </ul>
      ) : query.error ? (
        <Failed query={query} />
      ) : (
        <SkeletonRows rows={2} columns={1} />
      )}
    </Card>
  );
}
