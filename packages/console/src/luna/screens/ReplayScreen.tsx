import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useHttp, usePlatform } from '../../platform/Platform.tsx';
import { formatAbsolute, parseTime } from '../../platform/time/time.ts';
import { ReplayPlayer } from '../../replay/ReplayPlayer.tsx';
import { parseMoment, spoken } from '../../replay/timeline.ts';
import { Mark } from '../../theme/icon/Mark.tsx';
import styles from './screens.module.css';
import { loadSession, personOf, type SessionRow, userAtAsset } from './sessionRow.ts';

const moment = () => parseMoment(new URLSearchParams(window.location.search).get('t'));

/** The recording of a session as a page. */
export function ReplayScreen({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation('luna');
  const http = useHttp();
  const { data } = useQuery({
    queryKey: ['luna', 'session', sessionId],
    queryFn: ({ signal }) => loadSession(http, sessionId, signal),
    retry: false,
  });
  useEffect(() => {
    document.title = `${data ? t('replay.titleOf', { user: personOf(data.user) }) : t('replay.title')} - Gatehouse`;
  }, [data, t]);
  return (
    <main className={styles.screen}>
      <ReplayPlayer sessionId={sessionId} moment={moment()} isPage head={<Head session={data} />} />
    </main>
  );
}

function Head({ session }: { session: SessionRow | undefined }) {
  const { t } = useTranslation('luna');
  const { language } = usePlatform();
  const [start, end] = [parseTime(session?.date_start), parseTime(session?.date_end)];
  const isOneDay = start && end?.isSame(start, 'day');
  const until = end && (isOneDay ? end.format('HH:mm:ss') : formatAbsolute(end));
  const times = [start && formatAbsolute(start), until].filter(Boolean).join(' – ');
  const length = start && end ? spoken(end.diff(start, 'second'), language) : session?.duration;
  return (
    <>
      <Mark size={22} />
      <div className={styles.title}>
        <h1>
          {session ? (
            <Trans
              t={t}
              i18nKey="replay.heading"
              values={{ user: personOf(session.user), target: userAtAsset(session) }}
              components={{ joint: <span className={styles.joint} />, target: <span className="mono" /> }}
            />
          ) : (
            t('replay.title')
          )}
        </h1>
        {session && (
          <p>
            <span className="num">{times}</span> · {length} ·{' '}
            <Trans
              t={t}
              i18nKey="replay.from"
              values={{ protocol: session.protocol, address: session.remote_addr }}
              components={{ address: <span className="mono" /> }}
            />
          </p>
        )}
      </div>
    </>
  );
}
