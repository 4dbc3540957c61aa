import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { comment } from '@gatehouse/contract/resources/tickets/comment.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHttp } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { part } from '../../platform/part/part.ts';
import { follows } from '../../platform/query.ts';
import { shortName } from '../../resources/tickets/ticket/process.ts';
import { Avatar } from '../../theme/icon/Avatar.tsx';
import { Card } from '../../theme/state/Card.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import { Contained } from './Contained.tsx';
import { COMMENTS_URL } from './commentsUrl.ts';
import styles from './tickets.module.css';

/** Number of comments drawn at first, and added each time the user asks for more. */
const SLICE = 50;
/** Of a longer comment, only this much is shown at first. */
const FOLD = { chars: 1200, lines: 20 };

const Markdown = part(() => import('../chat/Markdown.tsx').then((m) => m.Markdown));

type Comment = RowOf<typeof comment>;

const folded = (text: string) => text.slice(0, FOLD.chars).split('\n').slice(0, FOLD.lines).join('\n');

/** The text as Markdown, or as written if that fails. */
function Body({ text }: { text: string }) {
  const { t } = useTranslation('tickets');
  const [isWhole, setWhole] = useState(false);
  const start = folded(text);
  const shown = isWhole ? text : start;
  const plain = <p className={styles.reason}>{shown}</p>;
  return (
    <>
      <Contained instead={plain}>
        <Suspense fallback={plain}>
          <Markdown text={shown} />
        </Suspense>
      </Contained>
      {shown.length < text.length && (
        <Button type="link" size="small" className={styles.more} onClick={() => setWhole(true)}>
          {t('wholeComment')}
        </Button>
      )}
    </>
  );
}

function Said({ user_display, date_created, body }: Comment) {
  const who = shortName(user_display);
  return (
    <li className={styles.said}>
      <Avatar name={who} />
      <div className="grow">
        <p className="md">
          <b>{who}</b>{' '}
          <span className="t3">
            <TimeText value={date_created} relative />
          </span>
        </p>
        <Body text={body} />
      </div>
    </li>
  );
}

/** The newest comments. Earlier ones are drawn on demand, so that many do not slow down the page. */
function SaidList({ comments }: { comments: readonly Comment[] }) {
  const { t } = useTranslation('tickets');
  const [most, setMost] = useState(SLICE);
  const hidden = Math.max(0, comments.length - most);
  return (
    <>
      {hidden > 0 && (
        <Button type="link" size="small" className={styles.more} onClick={() => setMost(most + SLICE)}>
          {t('earlierComments', { count: hidden })}
        </Button>
      )}
      <ul className={styles.comments} aria-label={t('comments')}>
        {comments.slice(hidden).map((each) => (
          <Said key={each.id} {...each} />
        ))}
      </ul>
    </>
  );
}

/** Comments and events of a ticket, oldest first. */
export function Comments({ ticket }: { ticket: string }) {
  const { t } = useTranslation('tickets');
  const http = useHttp();
  const query = useQuery({
    queryKey: ['ticket-comments', ticket],
    meta: follows('tickets'),
    queryFn: ({ signal }) =>
      http.list<typeof comment>(COMMENTS_URL, {
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
        <SaidList comments={query.data} />
      ) : query.error ? (
        <Failed query={query} />
      ) : (
        <SkeletonRows rows={2} columns={1} />
      )}
    </Card>
  );
}
