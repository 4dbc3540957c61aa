import type { TrialExample } from '@gatehouse/contract/policy/trial.ts';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import { useCan } from '../../../platform/session/useSession.ts';
import { clock } from '../../../replay/timeline.ts';
import { Glyph } from '../../../theme/icon/Glyph.tsx';
import { OverflowText } from '../../../theme/text/OverflowText.tsx';
import { TimeText } from '../../../theme/text/TimeText.tsx';
import { REPLAY_NEED, REPLAY_TAB } from '../../sessions/SessionReplay.tsx';
import { outcomeKinds } from './outcomeKinds.ts';
import styles from './Past.module.css';
import type { TriedKind } from './triedKinds.ts';

/** Where an event can be looked at: the recording at the moment of a command, or the session. */
function Place({ session, offset_ms }: TrialExample) {
  const { t } = useTranslation('rules');
  const can = useCan();
  if (!session) return null;
  const isAtMoment = typeof offset_ms === 'number' && can(REPLAY_NEED);
  const query = isAtMoment ? { activeTab: REPLAY_TAB, t: (offset_ms / 1000).toFixed(1) } : undefined;
  return (
    <RouteLink name="SessionDetail" params={{ id: session }} {...(query && { query })}>
      {isAtMoment ? t('past.replayAt', { at: clock(offset_ms / 1000) }) : t('past.session')}
    </RouteLink>
  );
}

function Event({ event, kind }: { event: TrialExample; kind: TriedKind }) {
  const { t } = useTranslation('rules');
  const { outcome, isWithoutReviewer, at, user, asset, account, address, command, matched, group } = event;
  return (
    <li>
      <div className={styles.what}>
        <span className={`${styles.outcome} ${styles[outcomeKinds[outcome]] ?? ''}`}>
          <Glyph name={outcomeKinds[outcome]} />
          {isWithoutReviewer ? t('past.did.withoutReviewer') : t(`past.did.${outcome}`)}
        </span>
        {kind === 'commandfilteracl' ? (
          <span className={`mono ${styles.command}`} title={t('past.because', { group, matched })}>
            <OverflowText>{command ?? ''}</OverflowText>
          </span>
        ) : (
          <span className={`mono ${styles.command}`}>{address}</span>
        )}
        <span className={styles.place}>
          <Place {...event} />
        </span>
      </div>
      <div className="sm t3">
        {[user, asset, account && asset ? account : ''].filter(Boolean).join(' · ')} · <TimeText value={at} />
      </div>
    </li>
  );
}

/** Events that the rule would have decided, the latest first. */
export function TrialEvents({ kind, events }: { kind: TriedKind; events: readonly TrialExample[] }) {
  const { t } = useTranslation('rules');
  return (
    <ul className={styles.events} aria-label={t('past.views.events')}>
      {events.map((event) => (
        <Event key={event.id} event={event} kind={kind} />
      ))}
    </ul>
  );
}
