import { useTranslation } from 'react-i18next';
import { ProtocolTag } from '../../theme/tag/ProtocolTag.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import { DataCard } from '../dashboard/DataCard.tsx';
import { ConnectButton } from './ConnectButton.tsx';
import styles from './home.module.css';
import { accountName, assetParts } from './session.ts';
import { type OwnSession, useOwnSessions } from './useHome.ts';

const SHOWN = 5;
const ROW = 53;

/** The user's latest sessions, each with a link to reconnect if the user may use the web terminal. */
export function RecentSessions({ mayConnect }: { mayConnect: boolean }) {
  const { t } = useTranslation('areas');
  const query = useOwnSessions();
  return (
    <DataCard
      title={t('home.sessions')}
      query={query}
      minHeight={Math.min(SHOWN, query.data?.length ?? SHOWN) * ROW}
    >
      {(sessions) =>
        sessions.length === 0 ? (
          <span className="t3">{t('home.noSessions')}</span>
        ) : (
          <ul className={styles.sessions}>
            {sessions.slice(0, SHOWN).map((session) => (
              <SessionLine key={session.id} session={session} mayConnect={mayConnect} />
            ))}
          </ul>
        )
      }
    </DataCard>
  );
}

function SessionLine({ session, mayConnect }: { session: OwnSession; mayConnect: boolean }) {
  const { name, address } = assetParts(session);
  return (
    <li>
      <span className={`${styles.sessionAsset} ell`}>
        <b>{name}</b> <Mono>{address}</Mono>
      </span>
      <span className={`${styles.sessionAccount} ell`}>
        <Mono>{accountName(session)}</Mono>
      </span>
      <span className={styles.sessionProtocol}>
        <ProtocolTag>{session.protocol}</ProtocolTag>
      </span>
      <span className={styles.sessionTime}>
        <Moment session={session} />
      </span>
      {mayConnect && (
        <ConnectButton
          name={name}
          target={{ asset: session.asset_id, account: session.account_id, orgId: session.org_id }}
        />
      )}
    </li>
  );
}

function Moment({ session }: { session: OwnSession }) {
  const { t } = useTranslation('areas');
  const time = <TimeText value={session.date_start} />;
  if (session.is_finished && session.is_success) return time;
  const [kind, word] = session.is_finished ? (['bad', 'failed'] as const) : (['ok', 'active'] as const);
  return (
    <StatusText kind={kind}>
      {t(`home.${word}`)} · {time}
    </StatusText>
  );
}
